// Games and Arena on the real program.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { quit, walk } from './harness.mjs'

after(quit)

test('games: listed, searched, opened, deleted and brought back', () => walk({}, async ({ page, server, ask }) => {
  for (const moves of [['e2e4', 'c7c5'], ['d2d4', 'd7d5', 'c2c4']]) {
    const { game } = await ask('new_game', { white: 'human', black: 'human' })
    for (const [ply, uci] of moves.entries()) await ask('move', { game, ply, uci })
  }
  await page.goto(`${server.url}/games`)
  const rows = page.locator('tbody tr')
  await rows.nth(1).waitFor()
  assert.equal(await rows.count(), 2)
  await page.keyboard.press('/')
  await page.keyboard.type('sicilian')
  await rows.nth(1).waitFor({ state: 'detached' })
  assert.match(await rows.first().innerText(), /Sicilian/)
  await page.locator('input[type=search]').fill('')
  await rows.nth(1).waitFor()
  await rows.first().getByRole('button', { name: /^Delete/ }).click()
  await rows.nth(1).waitFor({ state: 'detached' })
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await rows.nth(1).waitFor()
  await rows.first().getByRole('button', { name: 'Analyse' }).or(rows.first().getByRole('link', { name: 'Analyse' })).first().click()
  await page.waitForURL(/\/analyse\/\d/)
  await page.getByRole('treeitem').first().waitFor()
}))

test('a file of many games becomes a list; broken ones are named; names are text', () => walk({}, async ({ page, server }) => {
  await page.goto(`${server.url}/games`)
  const game = (n) => `[White "<img src=x onerror=alert(1)> ${n}"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 *\n\n`
  const text = Array.from({ length: 30 }, (_, n) => game(n)).join('') + '[White "Broken"]\n\n1. e4 e9 *\n'
  await page.locator('#pgn-file').setInputFiles({ name: 'many.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(text) })
  await page.waitForURL(/\/games\/file\//)
  await page.getByText('31 games', { exact: true }).waitFor()
  await page.getByText(/1 broken/).first().waitFor()
  await page.getByText('<img src=x onerror=alert(1)> 17').first().waitFor()
}))

test('arena: a match is started, watched live, stopped, resumed, and ends; its games open', () => walk({}, async ({ page, server }) => {
  await page.goto(`${server.url}/arena`)
  const players = page.locator('.players select')
  await players.nth(1).waitFor()
  await players.nth(0).selectOption('random')
  await players.nth(1).selectOption('minimax')
  await page.getByLabel('games').fill('400')
  await page.getByRole('textbox', { name: 'limit' }).fill('1')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/\/arena\/\d/)
  await page.locator('figure').nth(1).waitFor()
  // The boards move.
  const caption = () => page.locator('figcaption').first().innerText()
  const first = await caption()
  await page.waitForFunction((before) => document.querySelector('figcaption').innerText !== before, first)
  // Every table that is seen adds up.
  const sums = () => page.evaluate(() => {
    const cells = [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].slice(0, 4).map((cell) => Number(cell.textContent)))
    const [done] = document.querySelector('.head .soft').textContent.match(/\d+/)
    return { done: Number(done), points: cells[0][0] + cells[1][0], mirrored: cells[0][1] === cells[1][3] && cells[0][3] === cells[1][1] && cells[0][2] === cells[1][2] }
  })
  await page.waitForFunction(() => Number(document.querySelector('.head .soft').textContent.match(/\d+/)[0]) > 2)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  const stopped = await sums()
  assert.equal(stopped.points, stopped.done)
  assert.ok(stopped.mirrored)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.waitForFunction((n) => Number(document.querySelector('.head .soft').textContent.match(/\d+/)[0]) > n, stopped.done)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.reload()
  await page.locator('.log li').first().waitFor()
  const again = await sums()
  assert.equal(again.points, again.done)
  await page.locator('.log li button').first().click()
  await page.waitForURL(/\/analyse\/\d/)
  await page.getByRole('treeitem').first().waitFor()
}))

test('a match at a fixed depth gives what the command that is shown gives', () => walk({}, async ({ page, server }) => {
  await page.goto(`${server.url}/arena`)
  const players = page.locator('.players select')
  await players.nth(1).waitFor()
  await players.nth(0).selectOption('minimax')
  await players.nth(1).selectOption('alphabeta')
  await page.getByLabel('games').fill('10')
  await page.getByRole('textbox', { name: 'limit' }).fill('2')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/\/arena\/\d/)
  await page.waitForFunction(() => /^10 of 10, ended/.test(document.querySelector('.head .soft')?.textContent ?? ''))
  const shown = await page.evaluate(() => [...document.querySelectorAll('tbody tr')].map((row) => [row.querySelector('th').textContent, ...[...row.querySelectorAll('td')].slice(1, 4).map((cell) => Number(cell.textContent))]))
  const command = (await page.locator('code').first().textContent()).trim().split(' ').slice(1)
  const out = server.command([...command, '--pgn', `${server.folder}/m.pgn`])
  assert.equal(out.status, 0, out.stderr)
  const score = new Map(shown.map(([name]) => [name, [0, 0, 0]]))
  for (const game of readFileSync(`${server.folder}/m.pgn`, 'utf8').split(/\n(?=\[Event )/)) {
    const tag = (name) => new RegExp(`\\[${name} "([^"]*)"`).exec(game)[1]
    const kind = { '1-0': [0, 2], '0-1': [2, 0], '1/2-1/2': [1, 1] }[tag('Result')]
    score.get(tag('White'))[kind[0]]++
    score.get(tag('Black'))[kind[1]]++
  }
  assert.deepEqual(shown.map(([name, ...counts]) => [name, counts]), [...score])
}))

test('a short match to its end says who won, and is in the list', () => walk({}, async ({ page, server, ask }) => {
  const { match } = await ask('match_start', { spec: { players: ['random:seed=3', 'minimax'], games: 2, depth: 2 } })
  await page.goto(`${server.url}/arena/${match}`)
  await page.getByText('minimax wins 2 to 0.').waitFor()
  await page.getByRole('link', { name: 'New match' }).click()
  await page.getByRole('link', { name: 'random:seed=3 – minimax' }).waitFor()
}))
