// Analysis on the real program: tree, engine, import and export, editor.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { quit, walk } from './harness.mjs'

after(quit)
const open = async (page, server, query = '') => {
  await page.goto(`${server.url}/analyse${query}`)
  await page.waitForURL(/\/analyse\/\d/)
  await page.locator('[role=grid]').waitFor()
}
const hash = (page, wanted) => page.waitForFunction((w) => decodeURIComponent(location.hash) === w, wanted)
const paste = (page, text) => page.evaluate((t) => {
  const data = new DataTransfer()
  data.setData('text/plain', t)
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
}, text)
const lines = (page) => page.locator('.engine:not(.stale) li .score', { hasText: /[+−#0-9]/ })

test('the engine: lines, keys 1 to 5, a whole line into the tree, a click deep in a line, the threat', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  await page.keyboard.press('T')
  await lines(page).first().waitFor()
  await page.locator('.arrow.engine').first().waitFor()
  await page.keyboard.press(']')
  await lines(page).nth(3).waitFor()
  await page.keyboard.press('2')
  await page.waitForFunction(() => location.hash.length === 5)
  await page.keyboard.press('ArrowLeft')
  await hash(page, '')
  await lines(page).first().waitFor()
  await page.keyboard.press('Shift+Digit1')
  await page.locator('.tree .comment').first().waitFor() // the score of the line
  const third = page.locator('.engine:not(.stale) li').nth(2)
  await third.locator('.pv button').nth(3).waitFor()
  await third.locator('.pv button').nth(3).click()
  await page.waitForFunction(() => location.hash.split('.').length === 4)
  await page.keyboard.press('x')
  await page.waitForFunction(() => globalThis.said.slice(globalThis.mark).some((text) => /Threat: |threat/.test(text)))
  await page.keyboard.press('T')
}))

test('a second agent beside the first; they may disagree', () => walk({}, async ({ page, server }) => {
  await open(page, server, '?fen=7k/8/R7/1R6/8/8/8/6K1_w_-_-_0_1')
  await page.keyboard.press('T')
  await page.getByRole('button', { name: 'Second agent' }).click()
  await page.getByRole('list', { name: 'alphabeta' }).locator('.pv button').first().waitFor()
  await page.locator('.words', { hasText: /They disagree: .*, .*\.|^\S+\.$/ }).last().waitFor()
  await page.locator('.bar.thin').waitFor({ state: 'attached' }) // a bar of its own
  await page.keyboard.press('T')
}))

test('no row of the lines moves while figures change', () => walk({}, async ({ page, server }) => {
  let told = 0
  let wake = () => {}
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    if (!String(payload).includes('"t":"lines"')) return
    told++
    wake()
  }))
  const more = async (count) => {
    for (const wanted = told + count; told < wanted; ) await new Promise((resolve) => (wake = resolve))
  }
  await open(page, server)
  await page.keyboard.press('T')
  await lines(page).nth(2).waitFor()
  await page.locator('.arrow.engine').first().waitFor()
  await more(3) // rows, words and figures are all there
  await page.evaluate(() => {
    globalThis.shifts = []
    const name = (node) => node && `${node.nodeName}.${node.className?.baseVal ?? node.className ?? node.textContent}`
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => globalThis.shifts.push(...entry.sources.map((source) => name(source.node))))).observe({ type: 'layout-shift' })
  })
  await more(6)
  assert.deepEqual(await page.evaluate(() => globalThis.shifts), [])
  await page.keyboard.press('T')
}))

test('the tree: variations, comment, sign, delete and undo', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  await page.keyboard.type('e4')
  await hash(page, '#e2e4')
  await page.keyboard.type('e5')
  await hash(page, '#e2e4.e7e5')
  await page.keyboard.press('ArrowLeft')
  await hash(page, '#e2e4')
  await page.keyboard.type('c5')
  await hash(page, '#e2e4.c7c5')
  await page.locator('.variation', { hasText: /1\.\.\.\s*c5/ }).waitFor()
  await page.keyboard.press(';')
  await page.getByLabel('Comment').fill('<b>sharp</b>')
  await page.getByRole('button', { name: '!?' }).click()
  await page.getByLabel('Comment').press('Enter')
  await page.locator('.tree .comment', { hasText: '<b>sharp</b>' }).waitFor()
  await page.locator('.nag', { hasText: '!?' }).waitFor()
  await page.keyboard.press('Control+ArrowUp')
  await page.locator('.variation', { hasText: /1\.\.\.\s*e5/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await hash(page, '#e2e4.e7e5')
  await page.keyboard.press('Delete')
  await page.getByText('1 move deleted.').first().waitFor()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('treeitem', { name: 'e5' }).waitFor()
  // It is there after a reload, and in another tab.
  await page.reload()
  await page.locator('.tree .comment', { hasText: '<b>sharp</b>' }).waitFor()
}))

test('two tabs on one tree stay in step; kill -9 loses nothing', () => walk({}, async ({ page, server, context }) => {
  await open(page, server)
  await page.keyboard.type('e4')
  await hash(page, '#e2e4')
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('treeitem', { name: 'e4' }).waitFor()
  await second.keyboard.type('e5')
  await page.getByRole('treeitem', { name: 'e5' }).waitFor()
  await second.close()
  const id = new URL(page.url()).pathname.split('/')[2]
  while (!server.read('opened', `${id}.pgn`).includes('e5')) await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.keyboard.press(';')
  await page.getByLabel('Comment').fill('half a thou')
  await server.stop('SIGKILL')
  await page.getByText('Rookery has stopped.').first().waitFor()
  await page.getByLabel('Comment').fill('half a thought')
  await server.start()
  await page.getByText('Back. Nothing was lost.', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Comment').inputValue(), 'half a thought')
  await page.getByLabel('Comment').press('Enter')
  await page.locator('.tree .comment', { hasText: 'half a thought' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('Nf3')
  await page.getByRole('treeitem', { name: 'Nf3' }).waitFor()
}))

test('shapes by right drag are kept in the PGN; the same again removes them', () => walk({}, async ({ page, server, drag, ask }) => {
  await open(page, server)
  const id = new URL(page.url()).pathname.split('/')[2]
  await drag('e2', 'e4', 'right')
  await page.locator('.arrow.G').waitFor()
  assert.match((await ask('export', { analysis: id })).pgn, /\[%cal Ge2e4\]/)
  await drag('e2', 'e4', 'right')
  await page.locator('.arrow.G').waitFor({ state: 'detached' })
}))

const kGame = `[Event "Test <b>"]
[Site "?"]
[Date "2026.11.18"]
[Round "?"]
[White "<script>alert(1)</script>"]
[Black "B"]
[Result "1-0"]

{ opening } 1. e4 $1 { [%cal Ge2e4,Rd1h5] good } 1... e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6)
2. Nf3 { [%clk 0:04:58] } 2... Nc6 1-0
`

test('a pasted PGN with variations, comments, signs, arrows and clocks is exported as it came', () => walk({}, async ({ page, server, says, ask }) => {
  await open(page, server)
  const before = page.url()
  await paste(page, kGame)
  await page.waitForURL((url) => /\/analyse\/\d/.test(url.pathname) && url.href !== before)
  await page.getByRole('treeitem', { name: 'Nc6' }).waitFor()
  await page.locator('.tree .comment', { hasText: 'good' }).waitFor()
  const same = (text) => text.replace(/\s+/g, ' ').trim()
  const exported = async () => {
    await page.keyboard.press('w')
    const box = page.getByRole('dialog').getByLabel('PGN')
    await page.waitForFunction(() => document.querySelector('dialog textarea')?.value)
    const text = await box.inputValue()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    return text
  }
  assert.equal(same(await exported()), same(kGame))
  // Edited and undone, it is the same again.
  await page.keyboard.press('End')
  await page.keyboard.type('Bb5')
  await page.getByRole('treeitem', { name: 'Bb5' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('treeitem', { name: 'Bb5' }).waitFor({ state: 'detached' })
  assert.equal(same(await exported()), same(kGame))
  await page.getByRole('tab', { name: 'Game tags' }).click()
  assert.equal(await page.getByLabel('White', { exact: true }).inputValue(), '<script>alert(1)</script>')
  await paste(page, '1. e4 e9 *')
  await page.locator('.status.error').waitFor()
}))

test('terms and heat map; export as picture', () => walk({}, async ({ page, server }) => {
  await open(page, server, '?fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3')
  await page.getByRole('tab', { name: 'Terms' }).click()
  await page.locator('.tab table tbody tr').nth(1).waitFor()
  await page.getByLabel('Squares on the board').check()
  await page.locator('circle.heat').first().waitFor()
  // The same as a table.
  await page.getByText('As a table').click()
  await page.getByRole('row', { name: /^8 / }).waitFor()
  assert.equal(await page.locator('table.squares tbody td').count(), 64)
  await page.keyboard.press('w')
  await page.getByRole('dialog').getByLabel('FEN').waitFor()
  assert.match(await page.getByRole('dialog').getByLabel('Link').inputValue(), /\/analyse\?fen=r1bqkbnr\/.*_w_KQkq_-_2_3$/)
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).last().click()
  assert.equal((await saved).suggestedFilename(), 'position.svg')
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
  await page.getByRole('grid', { name: /^Board, Black/ }).waitFor()
}))

test('each fault of a FEN is told by its field, and the old position stays', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  const address = page.url()
  for (const [fen, fault] of [
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1', /rank 1|before h1/],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1', /^side to move/i],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkz - 0 1', /^castling/i],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1', /^en passant/i],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1', /^halfmove clock/i],
    ['rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', /king/i],
    ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', /king|check/i],
  ]) {
    await page.evaluate(() => (globalThis.mark = globalThis.said.length))
    await paste(page, fen)
    const said = await page.waitForFunction(() => document.querySelector('.status.error') && globalThis.said.slice(globalThis.mark).at(-1))
    assert.match(await said.jsonValue(), fault, fen)
    await page.keyboard.press('z') // another sentence in between
    await page.waitForFunction(() => !document.querySelector('.status.error'))
  }
  assert.equal(page.url(), address)
  await page.locator('[data-cell="e1"][aria-label^="e1, white king"]').waitFor({ state: 'attached' })
}))

test('a dropped file: one game is a tree, many are a list', () => walk({}, async ({ page, server }) => {
  await open(page, server)
  const drop = (text) => page.evaluate((t) => {
    const data = new DataTransfer()
    data.items.add(new File([t], 'games.pgn', { type: 'application/x-chess-pgn' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, text)
  await drop(kGame)
  await page.getByRole('treeitem', { name: 'Nc6' }).waitFor()
  await drop(kGame + '\n' + kGame)
  await page.waitForURL(/\/games\/file\//)
  await page.getByText('2 games', { exact: true }).waitFor()
}))

test('moves are judged while exploring; the agent is remembered', () => walk({}, async ({ page, server }) => {
  await open(page, server, '?fen=4k3/8/8/3q4/8/4N3/8/4K3_w_-_-_0_1')
  await page.keyboard.press('T')
  // A move is judged once the position before it has been looked at deeply enough.
  await page.locator('.engine .facts .d', { hasText: /1[4-9]|[2-9][0-9]/ }).first().waitFor()
  await page.keyboard.type('Kf2')
  await hash(page, '#e1f2')
  await page.getByRole('treeitem', { name: /Kf2/ }).locator('.chip, [class*=chip]').first().waitFor()
  await page.reload()
  await page.getByRole('button', { name: /Engine: On/ }).waitFor()
  await lines(page).first().waitFor()
  await page.keyboard.press('T')
}))
