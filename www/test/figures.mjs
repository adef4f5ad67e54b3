// What a person waits for, in Chromium on the real program: prints one JSON object. For bench/web.py.
import { launch, quit, tools } from './browser/harness.mjs'
import { Server } from './browser/server.mjs'

const worst = (list) => Math.max(...list)
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
  await page.locator('.moves').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.squares .pieces > g').length === 32)
  const told = new Promise((resolve) => server.socket.on('message', function hear(data) {
    const event = JSON.parse(data)
    if (event.t !== 'moved' || event.ply !== 2 || event.ch !== `game/${game}`) return
    server.socket.off('message', hear)
    resolve({ at: Date.now(), to: event.uci.slice(2, 4) })
  }))
  await tools(page, server, context).drag('e2', 'e4') // as a person does it
  const decision = await told
  answers.push((await drawn(page, decision.to, 'b')) - decision.at)
  await server.ask(context, 'unwatch', { ch: `game/${game}` })
}

// A game without a clock in which it is the person's turn: nothing should happen.
const kRest = 10_000
const cdp = await context.newCDPSession(page)
await cdp.send('Performance.enable')
const busy = async () => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value
const before = await busy()
await new Promise((resolve) => setTimeout(resolve, kRest))
const page_at_rest_percent = ((await busy()) - before) / (kRest / 1000) * 100
await context.close()
await server.remove()
await quit()
console.log(JSON.stringify({ first_board_ms: worst(starts), decision_to_piece_ms: worst(answers), page_at_rest_percent }))
