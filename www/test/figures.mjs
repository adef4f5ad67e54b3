// What a person waits for, in Chromium on the real program: prints one JSON object. For bench/web.py.
import { launch, quit } from './browser/harness.mjs'
import { Server } from './browser/server.mjs'

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
/** Resolves with the time of the frame after which `square` shows a piece of this colour. */
const drawn = (page, square, color) => page.evaluate(([s, c]) => new Promise((resolve) => {
  const look = () => {
    const piece = document.querySelector(`.squares .pieces > g[data-square="${s}"]`)
    if (piece?.dataset.piece?.startsWith(c)) requestAnimationFrame(() => resolve(Date.now()))
    else requestAnimationFrame(look)
  }
  look()
}), [square, color])

const browser = await launch()
const starts = []
for (let i = 0; i < 5; i++) {
  const server = new Server()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const begin = Date.now()
  await server.start()
  await page.goto(server.link, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelectorAll('.squares .pieces > g').length === 32, null, { polling: 'raf' })
  starts.push(Date.now() - begin)
  await context.close()
  await server.remove()
}

// A second client hears of the decision when the page does; the clocks are one machine's.
const server = new Server()
await server.start()
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
await context.request.get(server.link)
const page = await context.newPage()
const answers = []
for (let i = 0; i < 10; i++) {
  const { game } = await server.ask(context, 'new_game', { white: 'human', black: 'rookery:level=1' })
  await server.ask(context, 'watch', { ch: `game/${game}` })
  await page.goto(`${server.url}/play/${game}`)
  await page.locator('[data-cell="e2"]').waitFor({ state: 'attached' })
  const told = new Promise((resolve) => server.socket.on('message', function hear(data) {
    const event = JSON.parse(data)
    if (event.t !== 'moved' || event.ply !== 2 || event.ch !== `game/${game}`) return
    server.socket.off('message', hear)
    resolve({ at: Date.now(), to: event.uci.slice(2, 4) })
  }))
  await server.ask(context, 'move', { game, ply: 0, uci: 'e2e4' })
  const decision = await told
  answers.push((await drawn(page, decision.to, 'b')) - decision.at)
  await server.ask(context, 'unwatch', { ch: `game/${game}` })
}
await context.close()
await server.remove()
await quit()
console.log(JSON.stringify({ first_board_ms: median(starts), decision_to_piece_ms: median(answers) }))
