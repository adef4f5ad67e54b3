// A real Chromium on the built page. Every walk ends with axe-core clean and no error on the console.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { MockServer } from '../mock/server.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const dist = new URL('../../dist', import.meta.url).pathname
const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

let browser
export async function launch() {
  const executablePath = programs.find((path) => path && existsSync(path))
  assert.ok(executablePath, 'no Chromium here: apt install chromium')
  browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return browser
}
export async function quit() {
  await browser?.close()
  browser = undefined
}

/** One walk: its own server, its own page. */
export async function walk(options, steps) {
  const server = new MockServer(dist)
  await server.start()
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error.stack)))
  page.on('console', (message) => message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text()) && errors.push(message.text()))
  try {
    await steps({ page, server, context, ...tools(page) })
    await clean(page)
    assert.deepEqual(errors, [], 'errors on the console')
  } finally {
    await context.close()
    await server.stop()
  }
}

export async function clean(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`), [], 'axe-core')
}

export function tools(page) {
  const status = page.locator('.status')
  const square = async (name) => {
    const box = await page.locator('.board-frame').boundingBox()
    const turned = (await page.locator('[role=grid]').getAttribute('aria-label')).startsWith('Board, Black')
    const file = name.charCodeAt(0) - 97
    const rank = Number(name[1]) - 1
    const [x, y] = turned ? [7 - file, rank] : [file, 7 - rank]
    return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8]
  }
  return {
    status, square,
    click: async (...names) => {
      for (const name of names) await page.mouse.click(...(await square(name)))
    },
    /** As a person does: the second tap comes when the piece is seen to be picked up. Two taps close together in
     * time and place may be one double tap to the browser; then it is tapped again. */
    tap: async (from, to) => {
      await page.evaluate(() => new Promise((resolve) => {
        const top = () => document.querySelector('.board-frame').getBoundingClientRect().top
        const wait = (last) => requestAnimationFrame(() => (top() === last ? resolve() : wait(top())))
        wait(NaN)
      }))
      const picked = page.locator(`[data-cell="${from}"][aria-label*="Picked up"]`)
      for (let tries = 0; tries < 3 && !(await picked.count()); tries++) {
        await page.touchscreen.tap(...(await square(from)))
        await picked.waitFor({ state: 'attached', timeout: 2000 }).catch(() => {})
      }
      await page.touchscreen.tap(...(await square(to)))
    },
    drag: async (from, to, button = 'left') => {
      await page.mouse.move(...(await square(from)))
      await page.mouse.down({ button })
      await page.mouse.move(...(await square(to)), { steps: 6 })
      await page.mouse.up({ button })
    },
    says: (text) => page.waitForFunction((wanted) => document.querySelector('.status')?.textContent.includes(wanted), text),
    piece: (name) => page.locator(`[data-cell="${name}"]`).getAttribute('aria-label'),
    /** Starts a game from a position by the link that fills the set-up. */
    begin: async (server, { fen, color = 'white', level = 3, clock } = {}) => {
      const query = new URLSearchParams({ level: String(level), color, ...(fen ? { fen: fen.replace(/ /g, '_') } : {}), ...(clock ? { clock } : {}) })
      await page.goto(`${server.url}/play?${query}`)
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.waitForURL(/\/play\/g/)
      await page.locator('.moves').waitFor()
    },
    /** The drawn pieces are those of the server's position. */
    drawn: async (server, id = 'g1') => {
      const fen = server.state.games.get(id).chess.fen().split(' ')[0]
      await page.waitForFunction((wanted) => {
        const rows = Array.from({ length: 8 }, () => Array(8).fill('1'))
        for (const g of document.querySelectorAll('.squares .pieces > g')) {
          const [color, letter] = g.dataset.piece
          rows[8 - Number(g.dataset.square[1])][g.dataset.square.charCodeAt(0) - 97] = color === 'w' ? letter.toUpperCase() : letter
        }
        return rows.map((row) => row.join('').replace(/1+/g, (ones) => String(ones.length))).join('/') === wanted
      }, fen)
    },
  }
}
