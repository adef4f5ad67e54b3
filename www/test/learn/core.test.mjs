// The course and the tree viewer in a real Chromium, against the real program: the quick core. `real` goes through all.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { quit } from '../browser/harness.mjs'
import { learnWalk, treePath } from './steps.mjs'

after(quit)

test('a lesson by keyboard, one wrong and one right answer; kept when the program starts again', () => learnWalk({}, async ({ page, server, context, lessons, answers, card, wrongOf }) => {
  const ids = await lessons()
  assert.equal(ids.length, 15)
  const [first, second] = answers(2)
  await page.goto(`${server.url}/learn/${ids[1]}`)
  const here = (form) => form.evaluate((e) => e.contains(document.activeElement) && document.activeElement.matches('input'))
  const byKeys = async (form, answer) => {
    await form.waitFor()
    // Shift: after an answer the focus is on the button, behind the box.
    for (let n = 0; !(await here(form)); n++) {
      assert.ok(n < 80, 'Tab comes to the answer')
      await page.keyboard.press(n < 10 && await form.evaluate((e) => e.contains(document.activeElement)) ? 'Shift+Tab' : 'Tab')
    }
    if (await form.getByRole('radio').count()) {
      await page.keyboard.press('Space')
      for (let n = 0; !(await form.getByRole('radio', { name: answer, exact: true }).isChecked()); n++) {
        assert.ok(n < 10, `arrows come to ${answer}`)
        await page.keyboard.press('ArrowDown')
      }
    } else {
      await page.keyboard.press('Control+A')
      await page.keyboard.type(answer)
    }
    await page.keyboard.press('Enter')
  }
  await byKeys(card('Before you look'), first)
  await card('Before you look').getByText(`Right: ${first}.`).waitFor()
  const exercise = card('Exercise')
  await exercise.waitFor()
  await byKeys(exercise, await wrongOf(exercise, second))
  await exercise.getByText('Not so.').waitFor()
  await byKeys(exercise, second)
  await exercise.getByText(`Right: ${second}.`).waitFor()
  assert.equal(JSON.parse(readFileSync(join(server.state, 'lessons.json'), 'utf8'))[ids[1]].done, true)
  await server.stop()
  await server.start()
  await context.request.get(server.link)
  await page.goto(`${server.url}/learn`)
  await page.getByText('1 of 15 done').waitFor()
}))

test('a tree is searched once, walked, compared, proven and linked', () => learnWalk({}, async ({ page, server, context }) => {
  const searched = []
  page.on('request', (request) => request.url().endsWith('/api/tree') && searched.push(request.postData()))
  await page.goto(server.url + treePath({ agent: 'alphabeta-sound', vs: 'minimax:repeat=0', depth: '3' }))
  await page.getByRole('heading', { name: /^minimax:repeat=0, depth 3: / }).waitFor()
  await page.getByRole('heading', { name: 'alphabeta-sound, depth 3: 1,891 nodes' }).waitFor()
  assert.equal(searched.length, 2, 'each tree is searched once')
  const find = page.getByRole('textbox', { name: 'Find a line' })
  await find.fill('d5')
  await find.press('Enter')
  const why = page.locator('.why')
  assert.match(await why.innerText(), /^Black already has .* elsewhere\. After d7d5 White can play .*, which leaves Black .* or less\. So Black will not play d7d5, and White's other \d+ moves need no look\.$/)
  assert.match(await page.locator('.tree-viewer .board').getAttribute('aria-label'), /black pawn d5/)
  const facts = await page.locator('.node dl').innerText()
  assert.match(facts, /not tried\s+\d+/)
  await page.getByRole('button', { name: 'Prove it' }).click()
  await page.getByText('so the cut could not matter').waitFor()
  await page.getByRole('button', { name: 'only here' }).click()
  assert.match(await page.locator('.proof').innerText(), /alphabeta-sound: 0 of .* minimax:repeat=0: [\d,]+ of 13,016 nodes only here/)
  // The link of a node opens at that node.
  const line = (tab) => tab.locator('.node dd').first().innerText()
  await page.locator('.tree-viewer').focus()
  await page.keyboard.press('ArrowDown')
  const reply = await line(page)
  assert.match(reply, /^d7d5 [a-h]/)
  await page.waitForURL((url) => url.hash.includes(`line=${reply.replace(' ', '.')}&`))
  const second = await context.newPage()
  await second.goto(page.url())
  await second.locator('.node dd', { hasText: reply }).first().waitFor()
  await second.close()
  // By keys: to the parent, to the first child, a step of the search, back.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal(await line(page), '(root)')
  await page.keyboard.press('ArrowDown')
  const child = await line(page)
  assert.notEqual(child, '(root)')
  await page.keyboard.press('Shift+ArrowRight')
  assert.notEqual(await line(page), child)
  const step = page.locator('.step')
  const beforeStep = await step.innerText()
  await page.keyboard.press('ArrowRight')
  assert.notEqual(await step.innerText(), beforeStep)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await step.innerText(), beforeStep)
  assert.equal(await page.locator('.code mark').count(), 1)
  await page.keyboard.press('i')
  assert.equal(await page.getByRole('button', { name: 'minimal tree' }).getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('l')
  // As a table: every row has a full name and can be opened.
  await page.keyboard.press('ArrowUp')
  const first = page.locator('.moves tbody button').first()
  assert.match(await first.getAttribute('aria-label'), /value .*, window .* to .*/)
  await first.focus()
  await page.keyboard.press('Enter')
  assert.notEqual(await line(page), '(root)')
  assert.equal(searched.length, 2, 'steps do not search again')
}))

test('the flagship says which cuts are guesses, and how often they are wrong', () => learnWalk({}, async ({ page, server }) => {
  await page.goto(server.url + treePath({ agent: 'rookery', depth: '6' }))
  await page.locator('.tree-viewer canvas').waitFor()
  await page.locator('.tree-viewer').focus()
  const why = page.locator('.why')
  const guess = /A guess: .*Measured: wrong in \d+ of \d+ \(\d+\.\d %\)/
  for (let n = 0; !guess.test(await why.innerText()); n++) {
    assert.ok(n < 400, 'there is a guess in the tree')
    await page.keyboard.press('ArrowRight')
  }
}))

test('a saved page works by itself', () => learnWalk({}, async ({ page, server }) => {
  const file = join(server.folder, 'saved.html')
  assert.equal(server.command(['tree', '--agent', 'alphabeta-sound', '--depth', '3', '--html', file]).status, 0)
  await page.goto('file://' + file)
  await page.locator('.tree-viewer canvas').waitFor()
  const find = page.getByRole('textbox', { name: 'Find a line' })
  await find.fill('a2a4')
  await find.press('Enter')
  await page.getByText('To prove it, open it in Rookery').waitFor()
  await page.waitForURL(/line=a2a4/)
  await page.reload()
  await page.locator('.node dd', { hasText: 'a2a4' }).first().waitFor()
}))
