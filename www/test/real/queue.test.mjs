// The queue of work in the Arena, in a real Chromium against the real program ($ROOKERY): read-only without the token;
// with it a test is put in, played by a worker, looked at game by game, and ended.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { clean, launch, quit } from '../browser/harness.mjs'

const rookery = process.env.ROOKERY
const folder = mkdtempSync(join(tmpdir(), 'queue-'))
const queue = join(folder, 'queue.db')
const environment = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: folder }
const run = (...words) => execFileSync(rookery, words, { encoding: 'utf8', env: environment })
after(async () => {
  await quit()
  rmSync(folder, { recursive: true, force: true })
})

async function withPage(token, steps) {
  const server = spawn(rookery, ['web', '--no-open', '--queue', queue], { env: { ...environment, ROOKERY_QUEUE_TOKEN: token }, stdio: ['ignore', 'pipe', 'ignore'] })
  const link = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).split('\n')[0].trim())))
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error.stack)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  try {
    await page.goto(link)
    await page.locator('header').first().waitFor()
    await page.goto(new URL(link).origin + '/arena')
    await page.getByRole('link', { name: 'Queue of work' }).click()
    await page.waitForURL(/\/arena\/queue$/)
    await steps(page)
    await clean(page)
    assert.deepEqual(errors, [])
  } finally {
    await context.close()
    server.kill('SIGTERM')
    await new Promise((resolve) => (server.exitCode !== null ? resolve() : server.once('exit', resolve)))
  }
}

test('a test is put in, played, looked at and ended; without the token it can only be looked at', async () => {
  run('queue', queue, 'init')
  const token = run('queue', queue, 'token').trim()
  await withPage(token, async (page) => {
    await page.getByText('Nothing is in the queue.').waitFor()
    await clean(page)
    const players = page.locator('form select')
    await players.nth(0).selectOption('location')
    await players.nth(1).selectOption('michniewski')
    await page.getByLabel('games').fill('6')
    await page.getByLabel('nodes').fill('50')
    await page.getByRole('button', { name: 'Put it into the queue' }).click()
    await page.waitForURL(/\/arena\/queue\/1$/)
    await page.getByRole('heading', { name: 'location vs michniewski' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    run('worker', queue, '--threads', '1', '--until-empty', '--name', '<i>tower</i>')
    await page.getByText('6/6').waitFor()
    await page.getByText('How games ended').waitFor()
    await page.getByRole('cell', { name: '<i>tower</i>' }).or(page.getByRole('rowheader', { name: '<i>tower</i>' })).waitFor()
    await clean(page)
    await page.getByRole('list', { name: 'Last games' }).getByRole('button').first().click()
    await page.waitForURL(/\/analyse\//)
    await page.goBack()
    await page.getByRole('link', { name: 'All tests' }).click()
    await page.getByRole('rowheader', { name: '<i>tower</i>' }).waitFor()
    await page.getByRole('button', { name: 'Set aside' }).first().click()
    await page.getByLabel('Why').fill('only a try')
    await page.getByRole('button', { name: 'Take its results out' }).click()
    await page.getByText('0/6').first().waitFor()
    await page.getByRole('link', { name: 'location vs michniewski' }).click()
    await page.getByRole('button', { name: 'End the test' }).click()
    await page.getByText('cancelled: from the page').waitFor()
  })
  await withPage('wrong', async (page) => {
    await page.getByText('without the queue’s token').waitFor()
    await page.getByRole('link', { name: 'location vs michniewski' }).click()
    await page.getByRole('heading', { name: 'location vs michniewski' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Pause|Resume|End the test/ }).count(), 0)
  })
})
