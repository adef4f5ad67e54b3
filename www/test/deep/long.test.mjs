// Walks that take their time: a clock watched for a minute, a file of ten thousand games.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { quit, walk } from '../browser/harness.mjs'

after(quit)

test('the clock that is shown is the server\'s for a minute, half of it with the page frozen', () => walk({}, async ({ page, context, server, ask, begin, game }) => {
  await begin({ clock: '10m+0' })
  const cdp = await context.newCDPSession(page)
  await ask('ping') // opens the script's own connection
  const state = new Promise((resolve) => server.socket.on('message', (data) => {
    const message = JSON.parse(data)
    if (message.t === 'game') resolve(message)
  }))
  await ask('watch', { ch: `game/${game()}` })
  const { clock } = await state
  const left = async () => clock.white_ms - ((await ask('ping')).now - clock.at)
  const shown = async () => {
    const [minutes, seconds] = (await page.locator('.clock').last().textContent()).split(':').map(Number)
    return (60 * minutes + seconds) * 1000
  }
  /** Asked before and after the look, so that a slow machine only makes the bounds wider. */
  const check = async () => {
    const before = await left()
    const seen = await shown()
    const later = await left()
    assert.ok(seen >= later - 100 && seen <= before + 1100, `${seen} ms shown between ${later} and ${before}`) // whole seconds, rounded up
  }
  const until = async (ms) => {
    while ((await left()) > ms) await check()
  }
  await until(585_000)
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  while ((await left()) > 555_000) await new Promise((resolve) => setImmediate(resolve))
  await cdp.send('Page.setWebLifecycleState', { state: 'active' })
  await page.waitForFunction((ms) => { const [m, s] = [...document.querySelectorAll('.clock')].at(-1).textContent.split(':').map(Number); return (60 * m + s) * 1000 <= ms }, 556_000)
  await until(540_000)
}))

test('ten thousand games: listed, searched, broken ones named, one opened', () => walk({}, async ({ page, server }) => {
  const moves = Array.from({ length: 20 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ')
  const games = Array.from({ length: 10_000 }, (_, n) => `[White "Player ${n}"]\n[Black "${n % 100 ? 'B' : 'Centurion'}"]\n[Result "1-0"]\n\n${moves} 1-0\n`)
  games[56] = '[White "Broken"]\n[Result "*"]\n\n1. e4 e9 *\n'
  await page.goto(`${server.url}/games`)
  await page.locator('#pgn-file').setInputFiles({ name: 'many.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(games.join('\n')) })
  await page.waitForURL(/\/games\/file\//)
  await page.getByText('10000 games', { exact: true }).waitFor()
  await page.getByText(/1 broken \(57\)/).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('centurion')
  await page.getByText('100 games', { exact: true }).waitFor()
  await page.locator('tbody tr').first().getByRole('button', { name: 'Analyse' }).click()
  await page.waitForURL(/\/analyse\/\d/)
  await page.getByRole('treeitem').first().waitFor()
}))
