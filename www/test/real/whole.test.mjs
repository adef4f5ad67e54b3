// All of the course, and trees of every kind and size, in a real Chromium against the real program.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { clean, quit } from '../browser/harness.mjs'
import { learnWalk, treePath } from '../learn/steps.mjs'

after(quit)

test('every lesson', () => learnWalk({}, async ({ page, server, lessons, goThrough }) => {
  const ids = await lessons()
  assert.equal(ids.length, 15)
  await clean(page)
  for (const [n, id] of ids.entries()) {
    await goThrough(id, n + 1)
    await clean(page)
  }
  await page.goto(`${server.url}/learn`)
  await page.getByText('15 of 15 done').waitFor()
  const kept = JSON.parse(readFileSync(join(server.state, 'lessons.json'), 'utf8'))
  assert.ok(Object.values(kept).every((entry) => entry.done))
}))

test('a lesson and a tree through the accessibility tree', () => learnWalk({}, async ({ page, server, context, lessons, answers, card, wrongOf }) => {
  const cdp = await context.newCDPSession(page)
  /** Does something to the first element of a role whose name fits, once there is one. */
  const act = async (role, name, action, ...values) => {
    for (;;) {
      const { nodes } = await cdp.send('Accessibility.getFullAXTree')
      const node = nodes.find((n) => !n.ignored && n.role?.value === role && (name instanceof RegExp ? name.test(n.name?.value ?? '') : n.name?.value === name))
      if (!node) continue
      const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId })
      await cdp.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: action, arguments: values.map((value) => ({ value })) })
      return node.name.value
    }
  }
  const click = 'function() { this.click() }'
  const hears = (text) => page.waitForFunction((t) => [...document.querySelectorAll('[role=status]')].some((e) => e.textContent.includes(t)), text)
  const give = async (form, answer) => {
    if (await form.getByRole('radio').count()) await act('radio', answer, click)
    else await act('textbox', /./, 'function(text) { this.value = text; this.dispatchEvent(new Event("input", { bubbles: true })) }', answer)
    await act('button', 'Answer', click)
  }
  const ids = await lessons()
  const [first, second] = answers(1)
  await page.goto(`${server.url}/learn/${ids[0]}`)
  await card('Before you look').waitFor()
  await give(card('Before you look'), first)
  await hears(`Right: ${first}.`)
  const exercise = card('Exercise')
  await exercise.waitFor()
  await give(exercise, await wrongOf(exercise, second))
  await hears('Not so.')
  await give(exercise, second)
  await hears(`Right: ${second}.`)
  // The tree as a table: rows with full names, each a button that goes there.
  await page.goto(server.url + treePath({ agent: 'alphabeta-sound', depth: '3' }))
  await page.locator('.tree-viewer canvas').waitFor()
  const pressed = await act('button', /^d7d5, value .*, window .* to .*, alpha, \d+ moves not tried$/, click)
  assert.match(pressed, /^d7d5/)
  assert.equal(await page.locator('.node dd').first().innerText(), 'd7d5')
  await act('button', /^c2c4, value/, click)
  assert.equal(await page.locator('.node dd').first().innerText(), 'd7d5 c2c4')
}))

/** What the agent counted, and how many nodes the viewer shows, all iterations together. */
async function million(tools, agent, depth, fen) {
  const { page, server } = tools
  await page.goto(server.url + treePath({ agent, depth: String(depth), fen }))
  const heading = page.getByRole('heading', { name: new RegExp(`^${agent}, depth ${depth}: `) })
  await heading.waitFor()
  const counted = Number((await heading.innerText()).match(/: ([\d,]+) nodes/)[1].replaceAll(',', ''))
  assert.ok(counted >= 1_000_000, `${counted} nodes`)
  await page.getByRole('combobox', { name: 'Iteration' }).selectOption({ value: '-1' })
  const [, shown] = (await page.locator('.step').innerText()).match(/of ([\d,]+):/)
  return { counted, shown: Number(shown.replaceAll(',', '')) / 2 }
}

test('a million nodes of minimax, live', () => learnWalk({}, async (tools) => {
  const { page } = tools
  const { counted, shown } = await million(tools, 'minimax', 4)
  assert.equal(counted, 1_499_220)
  assert.equal(shown, counted + 4, 'all nodes, and the roots of four searches')
  await page.locator('.tree-viewer').focus()
  for (const key of ['+', '+', '+', '-', '0']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Last step' }).click()
  assert.match(await page.locator('.step').innerText(), /^step 2,998,448 of 2,998,448: leaves the root with /)
}))

test('the flagship: all iterations in one picture, guesses with their share, moves left out', () => learnWalk({}, async ({ page, server }) => {
  await page.goto(server.url + treePath({ agent: 'rookery', depth: '12' }))
  await page.locator('.tree-viewer canvas').waitFor()
  await page.getByRole('combobox', { name: 'Iteration' }).selectOption({ value: '-1' })
  await page.locator('.tree-viewer').focus()
  const seen = { reduced: false, leftOut: false, passed: false }
  for (let n = 0; n < 3000 && !Object.values(seen).every(Boolean); n++) {
    await page.keyboard.press('ArrowRight')
    const why = await page.locator('.why').innerText()
    seen.reduced ||= /less deep than earlier moves: a guess that late moves are worse\./.test(why)
    seen.leftOut ||= /left out that .*: a guess\./.test(why)
    seen.passed ||= /pass/.test(await page.locator('.node dd').first().innerText())
  }
  assert.deepEqual(seen, { reduced: true, leftOut: true, passed: true })
}))

test('trees that cannot be are told in a sentence', () => learnWalk({}, async ({ page, server }) => {
  await page.route('**/api/tree', async (route) => {
    const reply = await route.fetch()
    assert.equal(reply.status(), 400)
    // Else Chromium itself would write an error to the console.
    await route.fulfill({ response: reply, status: 200 })
  })
  await page.goto(server.url + treePath({ agent: 'minimax', depth: '9', fen: 'nonsense' }))
  await page.getByRole('alert').filter({ hasText: 'FEN' }).waitFor()
}))

test('heat maps', () => learnWalk({}, async ({ page, server }) => {
  for (const agent of ['michniewski', 'rookery']) {
    await page.goto(`${server.url}/learn/heat?agent=${agent}`)
    await page.getByRole('table', { name: new RegExp(`^Knight.*${agent}`) }).waitFor()
    assert.equal(await page.getByRole('table').count(), 6)
  }
}))
