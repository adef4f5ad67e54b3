// Steps of the walks through the course and the tree viewer. Nothing waits for a time: each step waits for what it
// expects to see, for as long as the test may run at all.
import assert from 'node:assert/strict'
import { walk } from '../browser/harness.mjs'

/** A walk that is only hopeless when the whole test is. */
export const learnWalk = (options, steps) => walk(options, async (tools) => {
  tools.context.setDefaultTimeout(0)
  await steps({ ...tools, ...lessonTools(tools) })
})

export const afterD4 = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1'
export const treePath = (fields) => `/learn/tree?${new URLSearchParams({ fen: afterD4, ...fields })}`

function lessonTools({ page, server }) {
  /** The two answers of a lesson, from the worksheet that the program writes. */
  const answers = (number) => {
    const sheet = server.command(['lesson', String(number), '--worksheet', '--answers']).stdout
    return [...sheet.matchAll(/^\*\*Answer: (.*?)\.\*\*/gm)].map((match) => match[1])
  }
  const card = (heading) => page.locator('form').filter({ has: page.getByRole('heading', { name: heading }) })
  /** All that can be said, except what is right. */
  const wrongOf = async (form, right) => {
    const choices = await form.locator('label').filter({ has: page.getByRole('radio') }).allInnerTexts()
    return choices.map((text) => text.trim()).find((text) => text !== right) ?? (/^-?\d+$/.test(right) ? String(Number(right) + 1) : 'Ke2')
  }
  const give = async (form, answer) => {
    if (await form.getByRole('radio').count()) await form.getByRole('radio', { name: answer, exact: true }).check()
    else await form.getByRole('textbox').fill(answer)
    await form.getByRole('button', { name: 'Answer', exact: true }).click()
  }
  return {
    answers, card, wrongOf, give,
    /** From the first question to the end, with one wrong answer on the way. */
    goThrough: async (id, number) => {
      const [first, second] = answers(number)
      await page.goto(`${server.url}/learn/${id}`)
      const question = card('Before you look')
      await question.waitFor()
      assert.equal(await card('Exercise').count(), 0, 'nothing is shown before the answer')
      await give(question, first)
      await question.getByText(`Right: ${first}.`).waitFor()
      const exercise = card('Exercise')
      await exercise.waitFor()
      await give(exercise, await wrongOf(exercise, second))
      await exercise.getByText('Not so.').waitFor()
      await give(exercise, second)
      await exercise.getByText(`Right: ${second}.`).waitFor()
    },
    lessons: async () => {
      await page.goto(`${server.url}/learn`)
      const links = page.locator('ol h2 a')
      await links.nth(14).waitFor()
      return links.evaluateAll((all) => all.map((a) => a.getAttribute('href').split('/').pop()))
    },
  }
}
