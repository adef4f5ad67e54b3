// The course and the tree viewer in a real Chromium, against the real program ($ROOKERY): every lesson is gone through,
// answered wrongly and rightly; a tree is searched, walked by keys, compared and proven; a saved page opens by itself.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { clean, launch, quit } from '../browser/harness.mjs'

const rookery = process.env.ROOKERY
const folder = mkdtempSync(join(tmpdir(), 'learn-'))
const environment = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: folder }
let server, origin, page
const errors = []

before(async () => {
  assert.ok(rookery, 'set ROOKERY to the program')
  server = spawn(rookery, ['web', '--no-open'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
  const link = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).split('\n')[0].trim())))
  origin = new URL(link).origin
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(120_000)
  page = await context.newPage()
  page.on('pageerror', (error) => errors.push(String(error.stack)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(link)
  await page.locator('header').first().waitFor()
})
after(async () => {
  await quit()
  server?.kill('SIGTERM')
  await new Promise((resolve) => server.exitCode !== null ? resolve() : server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** The two answers of a lesson, from the worksheet that the program writes. */
function answers(id) {
  const sheet = execFileSync(rookery, ['lesson', id, '--worksheet', '--answers'], { encoding: 'utf8', env: environment })
  return [...sheet.matchAll(/^\*\*Answer: (.*?)\.\*\*/gm)].map((match) => match[1])
}

async function give(card, answer) {
  const radio = card.getByRole('radio', { name: answer, exact: true })
  if (await card.getByRole('radio').count()) await radio.check()
  else await card.getByRole('textbox').fill(answer)
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
}

test('every lesson', async () => {
  await page.goto(origin + '/learn')
  const links = page.locator('ol h2 a')
  await links.nth(14).waitFor()
  const ids = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href').split('/').pop()))
  assert.equal(ids.length, 15)
  await clean(page)
  for (const [n, id] of ids.entries()) {
    const [first, second] = answers(String(n + 1))
    await page.goto(`${origin}/learn/${id}`)
    const question = page.locator('form').filter({ hasText: 'Before you look' })
    await question.waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Exercise' }).count(), 0, 'nothing is shown before the answer')
    await give(question, first)
    await question.getByText(`Right: ${first}.`).waitFor()
    const exercise = page.locator('form').filter({ hasText: 'Exercise' })
    await exercise.waitFor()
    // A wrong answer gets a hint and another try.
    const choices = await exercise.locator('label').filter({ has: page.getByRole('radio') }).allInnerTexts()
    const wrong = choices.length ? choices.map((text) => text.trim()).find((text) => text !== second) : /^-?\d+$/.test(second) ? String(Number(second) + 1) : 'Ke2'
    await give(exercise, wrong)
    await exercise.getByText('Not so.').waitFor()
    await give(exercise, second)
    await exercise.getByText(`Right: ${second}.`).waitFor()
    if (n === 4) await clean(page)
  }
  await page.goto(origin + '/learn')
  await page.getByText('15 of 15 done').waitFor()
  const kept = JSON.parse(readFileSync(join(folder, 'state/rookery/lessons.json'), 'utf8'))
  assert.ok(Object.values(kept).every((entry) => entry.done))
})

test('a tree is searched, walked, compared and proven', async () => {
  const fen = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1'
  await page.goto(`${origin}/learn/tree?${new URLSearchParams({ agent: 'alphabeta-sound', vs: 'minimax:repeat=0', depth: '3', fen })}`)
  await page.getByRole('heading', { name: /^minimax:repeat=0, depth 3: / }).waitFor()
  await page.getByRole('heading', { name: 'alphabeta-sound, depth 3: 1,891 nodes' }).waitFor()
  const find = page.getByRole('textbox', { name: 'Find a line' })
  await find.fill('d7d5')
  await find.press('Enter')
  const why = page.locator('.why')
  assert.match(await why.innerText(), /^Black already has .* elsewhere\. After d7d5 White can play .*, which leaves Black .* or less\. So Black will not play d7d5, and White's other \d+ moves need no look\.$/)
  assert.match(await page.locator('.board').getAttribute('aria-label'), /black pawn d5/)
  await page.getByRole('button', { name: 'Prove it' }).click()
  await page.getByText('so the cut could not matter').waitFor()
  await page.getByRole('button', { name: 'only here' }).click()
  assert.match(await page.locator('.proof').innerText(), /alphabeta-sound: 0 of .* minimax:repeat=0: [\d,]+ of 13,016 nodes only here/)
  // By keys: to the parent, to the first child, a step of the search, back.
  await page.locator('.tree-viewer').focus()
  const line = () => page.locator('.node dd').first().innerText()
  await page.keyboard.press('ArrowUp')
  assert.equal(await line(), '(root)')
  await page.keyboard.press('ArrowDown')
  const child = await line()
  assert.notEqual(child, '(root)')
  await page.keyboard.press('Shift+ArrowRight')
  assert.notEqual(await line(), child)
  const step = page.locator('.step')
  const beforeStep = await step.innerText()
  await page.keyboard.press('ArrowRight')
  assert.notEqual(await step.innerText(), beforeStep)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await step.innerText(), beforeStep)
  assert.equal(await page.locator('.code mark').count(), 1)
  await page.getByRole('button', { name: 'minimal tree' }).click()
  await page.getByRole('button', { name: 'links' }).click()
  // As a table: every row has a full name.
  await page.keyboard.press('ArrowUp')
  const first = page.locator('.moves tbody button').first()
  assert.match(await first.getAttribute('aria-label'), /value .*, window .* to .*/)
  await clean(page)
})

test('trees that cannot be are told in a sentence', async () => {
  await page.goto(`${origin}/learn/tree?${new URLSearchParams({ agent: 'minimax', depth: '9', fen: 'nonsense' })}`)
  await page.getByRole('alert').filter({ hasText: 'FEN' }).waitFor()
  errors.splice(0, errors.length, ...errors.filter((text) => !/400/.test(text)))
})

test('heat maps', async () => {
  await page.goto(`${origin}/learn/heat?agent=michniewski`)
  await page.getByRole('table', { name: /^Knight/ }).waitFor()
  assert.equal(await page.getByRole('table').count(), 6)
  await clean(page)
})

test('a saved page works by itself', async () => {
  const file = join(folder, 'saved.html')
  execFileSync(rookery, ['tree', '--agent', 'alphabeta-sound', '--depth', '3', '--html', file])
  const saved = await page.context().newPage()
  saved.on('pageerror', (error) => errors.push(String(error.stack)))
  await saved.goto('file://' + file)
  await saved.locator('.tree-viewer canvas').waitFor()
  const find = saved.getByRole('textbox', { name: 'Find a line' })
  await find.fill('a2a4')
  await find.press('Enter')
  await saved.getByText('To prove it, open it in Rookery').waitFor()
  await clean(saved)
  await saved.close()
  assert.deepEqual(errors, [])
})
