// Games against the real program: by mouse, touch, keyboard and accessibility tree.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { quit, walk } from './harness.mjs'

const kTwoRooks = '7k/8/R7/1R6/8/8/8/6K1 w - - 0 1' // Rb7, the only answer Kg8, Ra8 mate
const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
after(quit)

test('first move: a piece dragged on the first page begins the game', () => walk({}, async ({ page, server, drag, says, played, drawn }) => {
  await page.goto(server.url)
  await says('You are White against Sparrow, about 1000. Move a piece to begin.')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await drag('e2', 'e4')
  await page.waitForURL(/\/play\/\d/)
  await says('Your move.')
  await played(2)
  await drawn()
  assert.match(await page.title(), /Sparrow.*, move 2 – Rookery$/)
}))

test('mate by mouse, clicks and drags; Rematch exchanges the colours', () => walk({}, async ({ page, ask, game, begin, click, drag, says, played }) => {
  await begin({ fen: kTwoRooks })
  const first = page.url()
  await click('b5', 'b7')
  await played(2, 'Kg8')
  await drag('a6', 'a8')
  await says('Checkmate! White wins, 1-0.')
  await page.getByRole('button', { name: 'Rematch' }).click()
  await page.waitForURL((url) => url.href !== first)
  await page.getByRole('grid', { name: /^Board, Black/ }).waitFor()
  assert.match((await ask('export', { game: game() })).pgn, /\[Black "Human"\]/)
}))

test('a whole game from the first move to mate by mouse', () => walk({}, async ({ page, server, drag, click, says, played }) => {
  // Two people at one board: the fool's mate, every move by hand.
  await page.goto(`${server.url}/play`)
  await page.getByText('Person', { exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForURL(/\/play\/\d/)
  await drag('f2', 'f3')
  await played(1, 'f3')
  await click('e7', 'e5')
  await played(2, 'e5')
  await click('g2', 'g4')
  await played(3, 'g4')
  await drag('d8', 'h4')
  await says('Checkmate! Black wins, 0-1.')
}))

test('mate by touch at 360 x 740', () => walk(kPhone, async ({ page, begin, tap, says, played }) => {
  await begin({ fen: kTwoRooks })
  await tap('b5', 'b7')
  await played(2)
  await says('Your move.')
  await tap('a6', 'a8')
  await says('Checkmate! White wins, 1-0.')
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal scroll')
  assert.equal((await page.locator('.board-frame').boundingBox()).width, 360)
}))

test('mate by keyboard: cursor, typed moves, no mouse', () => walk({}, async ({ page, server, says, played }) => {
  await page.goto(`${server.url}/play?fen=${kTwoRooks.replace(/ /g, '_')}&color=white`)
  await says('Move a piece to begin')
  await page.locator('[data-cell="b5"][aria-label="b5, white rook."]').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/play\/\d/)
  await page.locator('.moves').waitFor()
  await page.keyboard.press('Tab') // Skip to board
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), 'g1', 'the cursor starts on the king')
  for (const key of ['Home', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await played(2)
  await page.keyboard.type('Ra8')
  await says('Checkmate! White wins, 1-0.')
}))

test('by the accessibility tree only: names are read, squares are pressed', () => walk({}, async ({ page, begin, says, played, context }) => {
  await begin({ fen: kTwoRooks })
  const cdp = await context.newCDPSession(page)
  const press = async (start) => {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree')
    const node = nodes.find((n) => n.role?.value === 'button' && n.name?.value.startsWith(start))
    assert.ok(node, `a button named ${start}`)
    const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId })
    await cdp.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function() { this.click() }' })
    return node.name.value
  }
  const hears = (text) => page.waitForFunction((t) => document.querySelector('[role=status]').textContent.includes(t), text)
  assert.equal(await press('b5, white rook'), 'b5, white rook.')
  await hears('Rook b5 picked up:')
  assert.match(await press('b7, empty'), /Can go here\./)
  await played(2)
  await hears('Black: king h8 to g8. Your move.')
  await press('a6, white rook')
  await hears('Rook a6 picked up:')
  await press('a8, empty')
  await says('Checkmate! White wins, 1-0.')
  await page.waitForFunction(() => [...document.querySelectorAll('[role=alert]')].some((e) => e.textContent.includes('Checkmate!')))
}))

test('special moves: castling by target, by rook and by key; en passant; promotion', () => walk({}, async ({ page, sent, begin, click, drag, drawn, piece, played }) => {
  const castle = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  await begin({ fen: castle })
  await click('e1', 'g1')
  await played(1, 'O-O')
  await played(2)
  await drawn()
  await begin({ fen: castle })
  await drag('e1', 'a1')
  await played(1, 'O-O-O')
  await played(2)
  await drawn()
  await begin({ fen: castle })
  await page.keyboard.press('r')
  await played(1, 'O-O')
  await begin({ fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1' })
  await drag('e5', 'd6')
  await played(1, 'exd6')
  assert.equal(await piece('d5'), 'd5, empty.')
  await begin({ fen: '8/P6k/8/8/8/8/7P/K7 w - - 0 1' })
  const moves = () => sent.filter((message) => message.t === 'move').length
  const before = moves()
  await click('a7', 'a8')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(moves(), before, 'cancelled')
  await click('a7', 'a8')
  await page.getByRole('dialog').getByRole('button', { name: 'Knight' }).click()
  await played(1, 'a8=N')
  await played(2)
  await drawn()
}))

test('Chess960: castling onto the rook, and by key', () => walk({}, async ({ page, server, drag, played, drawn }) => {
  // King f1, rook g1: it castles to where the rook stands.
  await page.goto(`${server.url}/play?fen=4k3/8/8/8/8/8/8/5KR1_w_G_-_0_1&color=white`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForURL(/\/play\/\d/)
  await drag('f1', 'g1')
  await played(1, 'O-O')
  await played(2)
  await drawn()
  await page.goto(`${server.url}/play?start=960:518&color=white`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForURL(/\/play\/\d/)
  await page.locator('[data-cell="e1"][aria-label^="e1, white king"]').waitFor({ state: 'attached' })
}))

test("illegal moves: the terminal's words, nothing sent", () => walk({}, async ({ page, sent, begin, click, drag, says }) => {
  await begin({ fen: '4k3/8/8/8/4r3/8/P7/4K2B w - - 0 1' })
  await click('a2')
  await says('You are in check; that piece cannot help.')
  await click('e8')
  await says('Pick up one of your own pieces.')
  await drag('e1', 'e3')
  await says('That piece cannot go there.')
  assert.equal(sent.filter((message) => message.t === 'move').length, 0)
  await begin()
  await click('a1')
  await says('That piece has no legal move.')
  await page.keyboard.press('I')
  await says('White: king e1, queen d1,')
}))

test('premove: set, played with the reply; an impossible one is dropped; Esc cancels', () => walk({}, async ({ page, begin, drag, says, played }) => {
  // The flagship with an hour on its clock thinks until it is told to move: no race with its answer.
  await begin({ fen: '4k3/p6p/8/8/8/8/P7/4K3 w - - 0 1', agent: 'rookery', clock: '60m+30' })
  await drag('a2', 'a3')
  await played(1)
  await drag('a3', 'a4')
  await says('Premove: a3 to a4.')
  await page.keyboard.press(' ')
  await played(3, 'a4')
  await drag('a4', 'b5')
  await says('Premove: a4 to b5.')
  await page.keyboard.press(' ')
  await says('Premove a4 to b5 was not possible.')
  await drag('e1', 'e2')
  await played(5)
  await drag('e2', 'e3')
  await says('Premove: e2 to e3.')
  await page.keyboard.press('Escape')
  await says('Premove cancelled.')
}))

test('take back, redo, hint in steps, draw, resign with two presses', () => walk({}, async ({ page, ask, game, begin, drag, says, played }) => {
  await begin()
  await page.keyboard.press('u')
  await says('Nothing to take back.')
  await drag('e2', 'e4')
  await played(2)
  await page.keyboard.press('u')
  await says('Taken back to move 1. White to move.')
  await page.keyboard.press('y')
  await played(2)
  await page.keyboard.press('H')
  await says('Look at the')
  await page.keyboard.press('H')
  await says('Hint:')
  await page.locator('.arrow.hint').waitFor()
  await page.keyboard.press('X')
  await page.getByText('Resign?').first().waitFor()
  assert.match((await ask('export', { game: game() })).pgn, /\[Result "\*"\]/)
  await page.keyboard.press('X')
  await says('Black wins by resignation, 0-1.')
  // Who is winning declines; who is losing accepts.
  await begin({ fen: '3qk3/8/8/8/8/8/8/4K3 w - - 0 1' })
  await page.keyboard.press('=')
  await says('Your opponent declines the draw.')
}))

test('looking back: steps, framed board, no input, the game goes on', () => walk({}, async ({ page, begin, drag, says, played }) => {
  await begin()
  await drag('e2', 'e4')
  await played(2)
  await page.keyboard.press('ArrowLeft')
  await says('Move 1 of 1. Back to the game: End')
  assert.match(page.url(), /#1$/)
  await page.locator('.framed').waitFor()
  await page.keyboard.press('End')
  await says('Your move.')
  await page.keyboard.press('F')
  await page.getByRole('grid', { name: /^Board, Black at the bottom/ }).waitFor()
}))

test('the flag falls; "Ten seconds." is said once; t tells the time of now', () => walk({}, async ({ page, begin, says }) => {
  await page.addInitScript(() => {
    globalThis.alerts = []
    new MutationObserver((list) => list.forEach(({ target }) => {
      const text = (target.nodeType === 3 ? target.parentElement : target).closest?.('[role=alert]')?.textContent
      if (text) globalThis.alerts.push(text)
    })).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await begin({ clock: '0.1m+0' })
  await page.waitForFunction(() => globalThis.alerts.some((text) => text.includes('Ten seconds.')))
  await page.keyboard.press('t')
  await says('White 0:0')
  await says('Black wins')
  assert.equal(await page.evaluate(() => new Set(globalThis.alerts.filter((text) => text.includes('Ten seconds.'))).size), 1)
}))

test('reload in mid-game, and a second tab on the same game', () => walk({}, async ({ page, context, begin, drag, played }) => {
  await begin()
  await drag('e2', 'e4')
  await played(2)
  await page.reload()
  await played(2)
  const second = await context.newPage()
  await second.goto(page.url())
  await second.locator('[data-ply="2"]').waitFor()
  await second.keyboard.type('d4')
  await played(4)
  await second.locator('[data-ply="4"]').waitFor()
  await second.close()
}))

test('kill -9 and back: banner, refused move, clock, nothing lost', () => walk({}, async ({ page, server, begin, drag, says, drawn, played }) => {
  await begin({ clock: '5m+3' })
  await drag('e2', 'e4')
  await played(2)
  await server.stop('SIGKILL')
  await page.getByText('Rookery has stopped. Start it again with ./rookery web.').waitFor()
  await page.keyboard.type('d4')
  await says('Not connected; your move was not played.')
  assert.equal(await page.locator('.clock').first().textContent(), '–')
  await server.start()
  await page.getByText('Back. Nothing was lost.', { exact: true }).waitFor()
  await drawn()
  await page.getByRole('button', { name: 'Go on' }).first().waitFor()
  await page.keyboard.type('d4')
  await played(4)
}))

test('the same game in the terminal, and back', () => walk({}, async ({ page, server, begin, drag, played, game }) => {
  await begin()
  await drag('e2', 'e4')
  await played(2)
  const id = game()
  // The page leaves the game; the program gives it up.
  await page.goto(`${server.url}/games`)
  await page.getByRole('row').nth(1).waitFor()
  let out = ''
  for (let tries = 0; tries < 300 && !out.includes('White: pawn d2 to d4.'); tries++) {
    out = server.command(['play', '--resume', '--plain'], 'd4\nquit\n').stdout
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  assert.match(server.read('current', `${id}.pgn`), /1\. e4 \S+ 2\. d4/)
  // A terminal that has it open is watched; when it ends, the game goes on here.
  const terminal = server.commandInBackground(['play', '--resume', '--plain'])
  await once(terminal.stdout, 'data')
  await page.goto(`${server.url}/play/${id}`)
  const notice = page.locator('.card', { hasText: 'This game is open in a terminal.' })
  await notice.waitFor()
  await page.getByRole('button', { name: 'Copy and go on here' }).waitFor()
  terminal.stdin.end('quit\n')
  await notice.waitFor({ state: 'detached' })
  await played(4)
  await page.keyboard.press('u')
  await page.locator('[data-ply="4"]').waitFor({ state: 'detached' })
}))

test('an older page says so and offers to reload', () => walk({}, async ({ page, server }) => {
  await page.routeWebSocket('**/ws', (socket) => socket.close({ code: 4001 }))
  await page.goto(server.url)
  await page.getByText('This page is older than the program.').waitFor()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
}))

test('a tablet held upright: typing a move does not scroll the board away', () => walk({ viewport: { width: 768, height: 600 } }, async ({ page, begin, played }) => {
  await begin()
  await page.keyboard.type('N')
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.locator('.status', { hasText: 'N…' }).waitFor()
  await page.keyboard.type('f3')
  await played(1, 'Nf3')
  assert.equal(await page.evaluate(() => scrollY), 0)
}))

test('large text and 320 px: every control is reachable, nothing is cut', () => walk({ viewport: { width: 320, height: 640 }, hasTouch: true }, async ({ page, begin }) => {
  await begin()
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal scroll')
  await page.getByRole('button', { name: 'More' }).click()
  for (const name of ['Take back', 'Resign', 'Export', 'Flip']) await page.getByRole('dialog').getByRole('button', { name }).scrollIntoViewIfNeeded()
  await page.keyboard.press('Escape')
}))
