// A real Chromium on the real program. Every walk has a program of its own and ends with axe-core clean and no
// error on the console. Nothing waits for a time: each step waits for what it expects to see, and what passes by itself
// is kept in a list, so that a machine that looks late has not missed it.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { Server } from './server.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Not how long a step may take but when it is called hopeless: the machine may be busy with other tests. */
const kPatience = Number(process.env.PATIENCE ?? 120_000)

let browser
export async function launch() {
  const executablePath = programs.find((path) => path && existsSync(path))
  assert.ok(executablePath, 'no Chromium here: apt install chromium')
  browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  return browser
}
export async function quit() {
  await browser?.close()
  browser = undefined
}

/** One walk: its own program, its own page, already signed in. `expected`: errors that belong to it. */
export async function walk(options, steps, expected = /(?!)/) {
  const { settings, ...look } = options
  const server = new Server(settings)
  await server.start()
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...look })
  context.setDefaultTimeout(kPatience)
  await context.addInitScript(keepWhatIsSaid)
  const page = await context.newPage()
  markInputs(page)
  const errors = []
  const sent = []
  page.on('pageerror', (error) => errors.push(String(error.stack)))
  page.on('console', (message) => message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text()) && !expected.test(message.text()) && errors.push(message.text()))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))))
  try {
    // The one-time link, without the work of a page.
    assert.equal((await context.request.get(server.link)).status(), 200)
    await steps({ page, server, context, sent, ask: (t, fields) => server.ask(context, t, fields), ...tools(page, server, context) })
    await clean(page)
    assert.deepEqual(errors, [], 'errors on the console')
  } finally {
    await context.close()
    await server.remove()
  }
}

/** In the page: messages stay long, and every text of the status line is kept. */
function keepWhatIsSaid() {
  if (origin === 'null') return // a frame that shows nothing of ours
  if (!localStorage.getItem('rookery.1')) localStorage.setItem('rookery.1', JSON.stringify({ longMessages: true }))
  Object.assign(globalThis, { said: [], mark: 0 })
  new MutationObserver(() => {
    const text = document.querySelector('.status')?.textContent
    if (text !== undefined && text !== globalThis.said.at(-1)) globalThis.said.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
/** What was said before a key or a click is no answer to it. */
function markInputs(page) {
  const mark = () => page.evaluate(() => (globalThis.mark = globalThis.said?.length ?? 0)).catch(() => {})
  for (const [device, names] of [[page.keyboard, ['press', 'type']], [page.mouse, ['down', 'click']], [page.touchscreen, ['tap']]])
    for (const name of names) {
      const act = device[name].bind(device)
      device[name] = async (...args) => {
        await mark()
        return act(...args)
      }
    }
}

export async function clean(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`), [], 'axe-core')
}

/** The board has its place: nothing above it changes any more. */
const still = (page) => page.evaluate(() => new Promise((resolve) => {
  const box = () => { const { x, y, width } = document.querySelector('.board-frame').getBoundingClientRect(); return `${x} ${y} ${width}` }
  const wait = (last, times) => requestAnimationFrame(() => (box() !== last ? wait(box(), 0) : times > 1 ? resolve() : wait(last, times + 1)))
  wait('', 0)
}))

export function tools(page, server, context) {
  const square = async (name) => {
    const box = await page.locator('.board-frame').boundingBox()
    const turned = (await page.locator('[role=grid]').getAttribute('aria-label')).startsWith('Board, Black')
    const file = name.charCodeAt(0) - 97
    const rank = Number(name[1]) - 1
    const [x, y] = turned ? [7 - file, rank] : [file, 7 - rank]
    return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8]
  }
  const picked = (name) => page.locator(`[data-cell="${name}"][aria-label*="Picked up"]`).waitFor({ state: 'attached' })
  const says = (text) => page.waitForFunction((wanted) => globalThis.said?.slice(globalThis.mark).some((one) => one.includes(wanted)), text)
  const played = (ply, san = '') => page.locator(`[data-ply="${ply}"]`, { hasText: san }).waitFor()
  const game = () => new URL(page.url()).pathname.split('/')[2]
  return {
    square, says, played, game,
    still: () => still(page),
    /** Clicks a piece, and when it is seen to be picked up, its target. */
    click: async (from, to) => {
      await still(page)
      await page.mouse.click(...(await square(from)))
      if (!to) return
      await picked(from)
      await page.mouse.click(...(await square(to)))
    },
    tap: async (from, to) => {
      await still(page)
      await page.touchscreen.tap(...(await square(from)))
      await picked(from)
      await page.touchscreen.tap(...(await square(to)))
    },
    drag: async (from, to, button = 'left') => {
      await still(page)
      await page.mouse.move(...(await square(from)))
      await page.mouse.down({ button })
      await page.mouse.move(...(await square(to)), { steps: 6 })
      await page.mouse.up({ button })
    },
    piece: (name) => page.locator(`[data-cell="${name}"]`).getAttribute('aria-label'),
    /** Starts a game from a position by the link that fills the set-up. */
    begin: async ({ fen, color = 'white', level = 3, ...more } = {}) => {
      const query = new URLSearchParams({ ...(more.agent ? {} : { level: String(level) }), color, ...(fen ? { fen: fen.replace(/ /g, '_') } : {}), ...more })
      await page.goto(`${server.url}/play?${query}`)
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.waitForURL(/\/play\/\d/)
      await page.locator('.moves').waitFor()
    },
    /** The drawn pieces are those of the server's position. */
    drawn: async () => {
      const { fen } = await server.ask(context, 'export', { game: game() })
      await page.waitForFunction((wanted) => {
        const rows = Array.from({ length: 8 }, () => Array(8).fill('1'))
        for (const g of document.querySelectorAll('.squares .pieces > g')) {
          const [color, letter] = g.dataset.piece
          rows[8 - Number(g.dataset.square[1])][g.dataset.square.charCodeAt(0) - 97] = color === 'w' ? letter.toUpperCase() : letter
        }
        return rows.map((row) => row.join('').replace(/1+/g, (ones) => String(ones.length))).join('/') === wanted
      }, fen.split(' ')[0])
    },
  }
}
