import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { quit, walk } from './harness.mjs'

after(quit)
const open = async (page, server, query = '') => {
  await page.goto(`${server.url}/analyse${query}`)
  await page.waitForURL(/\/analyse\/a/)
  await page.locator('[role=grid]').waitFor()
}
const hash = (page, wanted) => page.waitForFunction((w) => decodeURIComponent(location.hash) === w, wanted)

test('the engine: lines, keys 1 to 5, a whole line into the tree, a click deep in a line', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  await page.keyboard.press('T')
  await page.locator('.engine li .score', { hasText: '+0.43' }).waitFor()
  await page.locator('.arrow.engine').first().waitFor()
  await page.getByText('White is slightly better.').waitFor()
  await page.keyboard.press(']')
  await page.locator('.engine li').nth(3).locator('button').first().waitFor()
  await page.keyboard.press('2')
  await hash(page, '#a2a4')
  await page.keyboard.press('ArrowLeft')
  await hash(page, '')
  await page.locator('.engine:not(.stale) li').first().waitFor()
  await page.keyboard.press('Shift+Digit1')
  await page.locator('[role=treeitem]').nth(6).waitFor()
  await page.locator('.engine:not(.stale) li').nth(2).locator('button').nth(3).click()
  await page.waitForFunction(() => location.hash.split('.').length === 4)
  await page.keyboard.press('x')
  await page.locator('.arrow.threat').waitFor()
}))

test('no row of the lines moves while figures change', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  await page.keyboard.press('T')
  await page.locator('.engine li .score', { hasText: '+0.43' }).waitFor()
  // Rows and figures are all there before the watch begins.
  await page.locator('.engine:not(.stale) li').nth(2).waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))))
  const shift = await page.evaluate(() => new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({ type: 'layout-shift' })
    setTimeout(() => resolve(sum), 1500)
  }))
  assert.equal(shift, 0)
}))

test('the tree: variations, comment, sign, delete and undo; names are shown as text', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  await page.keyboard.type('e4')
  await hash(page, '#e2e4')
  await page.keyboard.type('e5')
  await hash(page, '#e2e4.e7e5')
  await page.keyboard.press('ArrowLeft')
  await hash(page, '#e2e4')
  await page.keyboard.type('c5')
  await hash(page, '#e2e4.c7c5')
  assert.match(await page.locator('.variation').innerText(), /1\.\.\.\s*c5/)
  await page.keyboard.press(';')
  await page.getByLabel('Comment').fill('<b>sharp</b>')
  await page.getByRole('button', { name: '!?' }).click()
  await page.getByLabel('Comment').press('Enter')
  await page.locator('.tree .comment', { hasText: '<b>sharp</b>' }).waitFor()
  await page.locator('.nag', { hasText: '!?' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await hash(page, '#e2e4.e7e5')
  await page.keyboard.press('Delete')
  await page.getByText('1 move deleted.').first().waitFor()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('treeitem', { name: 'e5' }).waitFor()
  await page.getByRole('tab', { name: 'Game tags' }).click()
  assert.equal(await page.getByLabel('White', { exact: true }).inputValue(), '<script>alert(1)</script>')
}))

test('shapes by right drag are kept; the same again removes them', () => walk({}, async ({ page, server, drag }) => {
  await open(page, server)
  await drag('e2', 'e4', 'right')
  await page.locator('.arrow.G').waitFor()
  assert.deepEqual(server.state.analyses.get('a1').nodes[0].shapes, ['Ge2e4'])
  await drag('e2', 'e4', 'right')
  await page.locator('.arrow.G').waitFor({ state: 'detached' })
}))

test('a pasted PGN becomes a tree; a bad one says what is wrong', () => walk({}, async ({ page, server, says }) => {
  await open(page, server)
  const paste = (text) => page.evaluate((t) => {
    const data = new DataTransfer()
    data.setData('text/plain', t)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, text)
  await paste('1. e4 e5 2. Nf3 Nc6 *')
  await page.waitForURL(/\/analyse\/a2/)
  await page.getByRole('treeitem', { name: 'Nc6' }).waitFor()
  await paste('1. e4 e9 *')
  await page.waitForFunction(() => document.querySelector('.status').classList.contains('error'))
}))

test('terms and heat map; export', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  await page.getByRole('tab', { name: 'Terms' }).click()
  await page.getByRole('row', { name: /mobility/ }).waitFor()
  await page.getByLabel('Squares on the board').check()
  await page.locator('circle.heat').first().waitFor()
  await page.keyboard.press('w')
  await page.getByRole('dialog').getByLabel('PGN').waitFor()
  await page.keyboard.press('Escape')
}))

test('the editor: a fault is named, the old position stays, play from here as Black', () => walk({}, async ({ page, server, click }) => {
  await open(page, server)
  await page.keyboard.press('D')
  await page.getByRole('button', { name: 'Empty', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('.card .error').textContent.trim())
  assert.ok(await page.getByRole('button', { name: 'Use this position' }).isDisabled())
  await page.locator('.palette label').first().click()
  await click('e1')
  await page.locator('.palette label').nth(6).click()
  await click('e8')
  await page.getByText('Black', { exact: true }).click()
  await page.getByRole('button', { name: 'Play from here' }).click()
  await page.waitForURL(/\/play\?fen=4k3/)
  await page.waitForFunction(() => document.querySelector('[role=grid]').getAttribute('aria-label').startsWith('Board, Black'))
}))
