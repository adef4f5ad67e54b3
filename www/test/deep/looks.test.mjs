// Every view at four widths, light and dark: no sideways scroll, axe-core clean; high contrast, forced colours, colour
// blindness, no motion; and the pieces at 24 px. PICTURES=FOLDER keeps what was seen.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { clean, launch, quit, walk } from '../browser/harness.mjs'

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
  return (await ask('match_start', { spec: { players: ['minimax', 'alphabeta'], games: 2000, depth: 3, concurrency: 2 } })).match
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

for (const [width, height, colorScheme] of [[360, 740], [768, 1024], [1280, 800], [2560, 1440]].flatMap((size) => [[...size, 'light'], [...size, 'dark']])) {
  test(`looks at ${width}, ${colorScheme}`, () => walk({ viewport: { width, height }, colorScheme, hasTouch: width < 1000 }, async ({ page, server, ask, begin, played }) => {
    const match = await fill(ask)
    for (const view of views) {
      await look(page, server, view, begin, played, match)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view}: no sideways scroll`)
      if (pictures) await page.screenshot({ path: `${pictures}/${view}-${width}-${colorScheme}.png` })
      await clean(page)
      if (view === 'analyse') await page.keyboard.press('T')
    }
  }))
}

for (const [name, options, board] of [['forced', { forcedColors: 'active' }, 'dusk'], ['contrast', {}, 'contrast']]) {
  test(`${name} colours: every view is clean`, () => walk(options, async ({ page, server, context, ask, begin, played }) => {
    await context.addInitScript((chosen) => localStorage.setItem('rookery.1', JSON.stringify({ longMessages: true, board: chosen })), board)
    const match = await fill(ask)
    for (const view of views) {
      await look(page, server, view, begin, played, match)
      if (pictures) await page.screenshot({ path: `${pictures}/${view}-${name}.png` })
      await clean(page)
      if (view === 'analyse') await page.keyboard.press('T')
    }
  }))
}

test('with reduced motion nothing is animated', () => walk({ reducedMotion: 'reduce' }, async ({ page, begin, drag, played }) => {
  await begin()
  await page.evaluate(() => {
    globalThis.animated = 0
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, () => globalThis.animated++)
  })
  await drag('e2', 'e4')
  await played(2)
  await page.keyboard.press('E')
  await page.locator('[role=meter]').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(() => globalThis.animated + document.getAnimations().length), 0)
}))

/** The distance of two colours as people see it (CIE76 of Lab), from pixels. */
const distance = (a, b) => {
  const lab = ([r, g, b8]) => {
    const linear = [r, g, b8].map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    const xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]].map((row, i) => row.reduce((sum, k, j) => sum + k * linear[j], 0) / [0.9505, 1, 1.089][i])
    const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116))
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  const [p, q] = [lab(a), lab(b)]
  return Math.hypot(...p.map((v, i) => v - q[i]))
}
const contrast = (a, b) => {
  const luminance = (c) => c.map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p)
  return (x + 0.05) / (y + 0.05)
}

test('colour blindness: marks, pieces and squares stay apart, measured from pixels', () => walk({}, async ({ page, context, begin, drag, click, played, square }) => {
  await begin({ fen: '4k3/8/8/8/8/8/PP6/4K2R w K - 0 1' })
  await drag('a2', 'a4')
  await played(2)
  await click('b2')
  await page.locator('[data-cell="b2"][aria-label*="Picked up"]').waitFor({ state: 'attached' })
  const cdp = await context.newCDPSession(page)
  for (const type of ['none', 'protanopia', 'deuteranopia', 'tritanopia']) {
    await cdp.send('Emulation.setEmulatedVisionDeficiency', { type })
    const shot = await page.screenshot()
    if (pictures) writeFileSync(`${pictures}/sight-${type}.png`, shot)
    // A point near a corner of each square: the tint without the piece; and the body of a piece.
    const points = { light: [await square('d1'), 0.3], dark: [await square('c1'), 0.3], last: [await square('a4'), 0.42], picked: [await square('b2'), 0.42], white: [await square('h1'), 0, 8], black: [await square('e8'), 0, 10] }
    const seen = await page.evaluate(async ([png, wanted, size]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      return Object.fromEntries(Object.entries(wanted).map(([name, [[x, y], away, down = 0]]) => [name, [...canvas.getImageData(Math.round(x + away * size), Math.round(y - away * size + down), 1, 1).data].slice(0, 3)]))
    }, [shot.toString('base64'), points, (await page.locator('.board-frame').boundingBox()).width / 8])
    assert.ok(distance(seen.light, seen.dark) > 15, `${type}: squares ${seen.light} ${seen.dark}`)
    assert.ok(contrast(seen.white, seen.black) > 7, `${type}: pieces ${seen.white} ${seen.black}`)
    for (const mark of ['last', 'picked']) for (const plain of ['light', 'dark']) assert.ok(distance(seen[mark], seen[plain]) > 8, `${type}: ${mark} ${seen[mark]} on ${plain} ${seen[plain]}`)
  }
  await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' })
}))

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
