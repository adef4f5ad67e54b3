// Every view at four widths, light and dark: no sideways scroll, axe-core clean; and the pieces at 24 px.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { clean, launch, quit, walk } from './harness.mjs'

const pictures = process.env.PICTURES
if (pictures) mkdirSync(pictures, { recursive: true })
after(quit)
const views = ['play', 'game', 'analyse', 'review', 'learn', 'games', 'arena', 'match']
/** What the views show: two games, one of them ended, and a match under way. */
async function fill(ask) {
  for (const moves of [['e2e4', 'c7c5', 'g1f3'], ['f2f3', 'e7e5', 'g2g4', 'd8h4']]) {
    const { game } = await ask('new_game', { white: 'human', black: 'human' })
    for (const [ply, uci] of moves.entries()) await ask('move', { game, ply, uci })
  }
  return (await ask('match_start', { spec: { players: ['minimax', 'alphabeta'], games: 10, depth: 3, concurrency: 2 } })).match
}
async function look(page, server, view, begin, played, match) {
  if (view === 'game') {
    await begin({ clock: '5m+3' })
    for (const [i, move] of ['e4', 'Nf3', 'd3'].entries()) {
      await page.keyboard.type(move)
      await played(2 * i + 2)
    }
    return
  }
  await page.goto(`${server.url}/${view === 'match' ? `arena/${match}` : view}`)
  await page.locator('h1').waitFor({ state: 'attached' })
  if (view === 'play') await page.locator('.faces label').nth(9).waitFor()
  if (view === 'games') await page.locator('tbody tr:not(.wait)').nth(1).waitFor()
  if (view === 'match') await page.locator('figure').nth(1).waitFor()
  if (view !== 'analyse') return
  await page.locator('.engine').waitFor()
  await page.keyboard.press('T')
  await page.locator('.arrow.engine').first().waitFor()
}

for (const [width, height, colorScheme] of [[360, 740, 'light'], [360, 740, 'dark'], [768, 1024, 'light'], [1280, 800, 'light'], [1280, 800, 'dark'], [2560, 1440, 'dark']]) {
  test(`looks at ${width}, ${colorScheme}`, () => walk({ viewport: { width, height }, colorScheme, hasTouch: width < 1000 }, async ({ page, server, ask, begin, played }) => {
    const match = await fill(ask)
    for (const view of views) {
      await look(page, server, view, begin, played, match)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view}: no sideways scroll`)
      if (pictures) await page.screenshot({ path: `${pictures}/${view}-${width}-${colorScheme}.png` })
      if (width !== 768 && width !== 2560) await clean(page)
      if (view === 'analyse') await page.keyboard.press('T')
    }
  }))
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
