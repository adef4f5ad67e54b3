// Every view at four widths, light and dark: no sideways scroll, axe-core clean; and the pieces at 24 px.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { clean, launch, quit, walk } from './harness.mjs'

const pictures = process.env.PICTURES
if (pictures) mkdirSync(pictures, { recursive: true })
after(quit)
const views = ['play', 'game', 'analyse', 'review', 'learn', 'games', 'arena', 'match']
const rows = [1, 2, 3].map((n) => ({ id: `x${n}`, kind: n === 1 ? 'running' : 'archive', date: `2026-11-1${n}`, white: 'You', black: 'Sparrow', result: n === 1 ? '*' : '1-0', moves: 31, opening: 'Ruy Lopez', fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1' }))
const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const table = {
  t: 'match_table', id: 'm', players: ['minimax', 'alphabeta'], done: 4, total: 10, status: 'running', command: 'rookery match minimax alphabeta --games 10',
  standings: [{ name: 'alphabeta', points: 2.5, wins: 1, draws: 3, losses: 0, elo: 108, error: 140, los: 0.93 }, { name: 'minimax', points: 1.5, wins: 0, draws: 3, losses: 1, elo: -108, error: 140, los: 0.07 }],
  games: [{ n: 1, white: 'minimax', black: 'alphabeta', result: '1/2-1/2', reason: 'threefold repetition' }], boards: [0, 1].map((slot) => ({ slot, n: 5 + slot, white: 'minimax', black: 'alphabeta', fen: start, ply: 0 })),
}

for (const [width, height] of [[360, 740], [768, 1024], [1280, 800], [2560, 1440]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`looks at ${width}, ${colorScheme}`, () => walk({ viewport: { width, height }, colorScheme, hasTouch: width < 1000 }, async ({ page, server, begin }) => {
      server.state.rows = rows
      server.state.table = table
      for (const view of views) {
        if (view === 'game') {
          await begin(server, { clock: '5m+3' })
          for (const move of ['e4', 'Nf3', 'Bc4', 'd3']) {
            const before = await page.locator('[data-ply]').count()
            await page.keyboard.type(move)
            await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length >= n + 2, before)
          }
        } else {
          await page.goto(`${server.url}/${view === 'match' ? 'arena/m' : view}`)
          await page.locator('h1').waitFor({ state: 'attached' })
          if (view === 'play') await page.locator('.faces label').nth(9).waitFor()
        }
        if (view === 'analyse') {
          await page.locator('.engine').waitFor()
          await page.keyboard.press('T')
          await page.locator('.arrow.engine').first().waitFor()
        }
        if (view === 'match') await page.locator('figure').nth(1).waitFor()
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view}: no sideways scroll`)
        if (pictures) await page.screenshot({ path: `${pictures}/${view}-${width}-${colorScheme}.png` })
        if (width === 360 || width === 1280) await clean(page)
      }
    }))
  }
}

test('pieces differ at 24 px: silhouettes, and ink grows from pawn to king', async () => {
  const page = await (await launch()).newPage()
  const { readFileSync } = await import('node:fs')
  await page.setContent(readFileSync(new URL('../../art/pieces.svg', import.meta.url), 'utf8'))
  const masks = await page.evaluate(async () => {
    const found = {}
    for (const letter of 'prnbqk') {
      const art = document.getElementById('w' + letter).outerHTML
      const image = new Image()
      image.src = 'data:image/svg+xml,' + encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 45 45">${art}</svg>`)
      await image.decode()
      const canvas = new OffscreenCanvas(24, 24).getContext('2d')
      canvas.drawImage(image, 0, 0)
      found[letter] = [...canvas.getImageData(0, 0, 24, 24).data].filter((_, i) => i % 4 === 3).map((alpha) => alpha > 127)
    }
    return found
  })
  await page.close()
  const ink = (letter) => masks[letter].filter(Boolean).length / 576
  const order = [...'pbnrqk']
  for (let i = 1; i < order.length; i++) assert.ok(ink(order[i]) > ink(order[i - 1]), `${order[i]} ${ink(order[i])} has more ink than ${order[i - 1]} ${ink(order[i - 1])}`)
  for (const a of order) for (const b of order) if (a < b) {
    const both = masks[a].filter((on, i) => on || masks[b][i]).length
    const differ = masks[a].filter((on, i) => on !== masks[b][i]).length
    assert.ok(differ / both >= 0.2, `${a} and ${b} differ in ${Math.round((100 * differ) / both)} %`)
  }
})
