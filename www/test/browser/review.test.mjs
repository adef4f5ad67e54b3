// A game under review: judged, walked through, tried again, kept, saved; and its exercises.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { launch, quit, walk } from './harness.mjs'

after(quit)
const kTrap = '[White "Ann <script>"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0'
const moment = (page, text) => page.locator('.moment', { hasText: text }).waitFor()

/** Pastes the game and waits until it is judged to its first move. */
async function review(page, server) {
  await page.goto(`${server.url}/review`)
  await page.getByLabel('Or paste a game').fill(kTrap)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.waitForURL(/\/review\/\d/)
  await page.getByRole('button', { name: 'Save as HTML' }).waitFor()
}

test('every moment by key, its proof to the mate that it claims', () => walk({}, async ({ page, server, drawn: _ }) => {
  await review(page, server)
  assert.match(await page.title(), /Ann <script> – Bob|Ann <script> - Bob/)
  const signs = await page.locator('.moves', { hasText: 'Bxd1??' }).count()
  assert.ok(signs > 0, 'the blunder has its sign in the list of moves')
  const seen = []
  for (;;) {
    await page.keyboard.press('ArrowDown')
    const before = seen.at(-1)
    await page.waitForFunction((ply) => location.hash.slice(1) !== ply || document.querySelector('.status')?.textContent.includes('No further moment'), before ?? '')
    const ply = new URL(page.url()).hash.slice(1)
    if (ply === before) break
    seen.push(ply)
  }
  assert.ok(seen.includes('10'), `5... Bxd1 is one of ${seen}`)
  await page.goto(`${page.url().split('#')[0]}#10`)
  await page.reload()
  await moment(page, 'It allows mate in 2')
  const steps = page.locator('.line', { hasText: 'Proof' }).getByRole('button')
  assert.deepEqual(await steps.allTextContents(), ['Bxd1', 'Bxf7+', 'Ke7', 'Nd5#'])
  await steps.last().click()
  // On the board stands what was claimed: Black's king, mated in the middle.
  await page.locator('[data-cell="d5"][aria-label*="hite knight"]').waitFor({ state: 'attached' })
  await page.locator('[data-cell="e7"][aria-label*="lack king"]').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-cell="c3"][aria-label*="hite knight"]').waitFor({ state: 'attached' })
}))

test('a better move is looked for before it is shown: wrong, a hint, right', () => walk({}, async ({ page, server, click }) => {
  await review(page, server)
  await page.goto(`${page.url().split('#')[0]}#10`)
  await page.reload()
  await moment(page, 'It allows mate in 2')
  await page.getByRole('button', { name: 'Find the better move' }).click()
  await moment(page, 'Find better than Bxd1.')
  assert.equal(await page.locator('.moment', { hasText: 'dxe5' }).count(), 0, 'no answer before a try')
  await click('h7', 'h6')
  await page.locator('.moment .soft').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Hint/ }).click()
  await click('d6', 'e5')
  await page.getByRole('button', { name: 'Go on' }).click()
  await moment(page, 'It allows mate in 2')
}))

test('saved as one page that opens without a network; exercises that come back when they are due', () => walk({}, async ({ page, server, context }) => {
  await review(page, server)
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as HTML' }).click()])
  const file = join(server.folder, 'review.html')
  await saved.saveAs(file)
  const offline = await (await launch()).newContext({ offline: true })
  const alone = await offline.newPage()
  const asked = []
  alone.on('request', (request) => request.url().startsWith('file:') || asked.push(request.url()))
  await alone.goto(`file://${file}`)
  assert.match(await alone.locator('main').innerText(), /Ann <script>/)
  assert.match(await alone.locator('main').innerText(), /It allows mate in 2: 6\. Bxf7\+/)
  assert.deepEqual(asked, [], 'it asks for nothing')
  await offline.close()

  await page.getByRole('button', { name: 'Keep key moments' }).click()
  await page.locator('text=/exercises? kept/').last().waitFor()
  await page.goto(`${server.url}/review/practice`)
  const left = async () => Number((await page.locator('.soft', { hasText: 'due.' }).textContent()).split(' ')[0])
  const due = await left()
  assert.ok(due > 0)
  for (let i = 0; i < due; ++i) {
    const prompt = await page.locator('section.card p').first().textContent()
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByRole('button', { name: /^Next/ }).click()
    await page.waitForFunction((old) => document.querySelector('section.card p')?.textContent !== old, prompt)
  }
  await page.locator('text=Nothing is due now.').first().waitFor()
  // Ten minutes later, as the clock of the file has it.
  const kept = join(server.state, 'practice.json')
  const list = JSON.parse(readFileSync(kept, 'utf8'))
  const later = JSON.stringify(list, (key, value) => (key === 'due' ? value - 3600 : value))
  writeFileSync(kept, later)
  await page.reload()
  assert.equal(await left(), due)
  void context
}))
