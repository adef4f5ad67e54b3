// Pages of other sites in the same browser: what they may not do, and the one thing they may: link here.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { quit, walk } from './harness.mjs'

after(quit)

/** Another site, with a link to ours. */
async function foreignSite(steps, target) {
  const site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(`<!doctype html><html lang="en"><title>Other</title><main><h1>Other</h1><a href="${target}">to Rookery</a></main></html>`))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  try {
    await steps(`http://localhost:${site.address().port}/`)
  } finally {
    site.closeAllConnections()
    site.close()
  }
}

test('a link on another site opens the page; its scripts get nothing', () => walk({}, async ({ page, server, ask }) => {
  const { game } = await ask('new_game', { white: 'human', black: 'human' })
  await foreignSite(async (address) => {
    await page.goto(address)
    // With the person's own browser and cookies, from another origin.
    const tried = await page.evaluate(async (url) => {
      const sent = async (path, options) => fetch(url + path, { credentials: 'include', ...options }).then(async (r) => `${r.type} ${r.status} ${(await r.text()).length}`, (error) => error.name)
      return {
        get: await sent('/play', {}),
        json: await sent('/api/link', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }),
        form: await sent('/api/link', { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: '{}' }),
        socket: await new Promise((resolve) => {
          const socket = new WebSocket(url.replace('http', 'ws') + '/ws')
          socket.onopen = () => resolve('open')
          socket.onerror = () => resolve('refused')
        }),
        frame: await new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.title = 'ours'
          frame.onload = () => {
            let seen = 'foreign'
            try {
              seen = frame.contentDocument?.body ? 'readable' : 'foreign'
            } catch {
              seen = 'foreign'
            }
            frame.remove()
            resolve(seen)
          }
          frame.src = url + '/play'
          document.body.append(frame)
        }),
      }
    }, server.url)
    assert.equal(tried.get, 'TypeError')
    assert.equal(tried.json, 'TypeError')
    assert.match(tried.form, /^TypeError$|^opaque 0 0$/)
    assert.equal(tried.socket, 'refused')
    assert.equal(tried.frame, 'foreign')
    await page.getByRole('link', { name: 'to Rookery' }).click()
    await page.waitForURL(`${server.url}/play/${game}#1`)
    await page.locator('.moves').waitFor()
  }, `${server.url}/play/${game}#1`)
}, /Content Security Policy|CORS|403|ERR_FAILED|ERR_BLOCKED|frame-ancestors|X-Frame-Options|Failed to load|WebSocket/))

test('idle sockets, a slow reader and an oversized frame: a move of another tab is answered', () => walk({}, async ({ page, server, context, begin, drag, played }) => {
  await begin()
  const cookies = (await context.cookies(server.url)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const connect = async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { Cookie: cookies, Origin: server.url } })
    socket.on('error', () => {})
    await Promise.race([once(socket, 'open'), once(socket, 'close')])
    return socket
  }
  const idle = await Promise.all(Array.from({ length: 50 }, connect))
  const slow = await connect()
  slow.pause()
  for (let id = 1; id < 400; id++) slow.send(JSON.stringify({ t: id === 1 ? 'hello' : 'ping', id, proto: [1], client: 'slow-reader' }))
  const large = await connect()
  large.send('x'.repeat((1 << 20) + 1))
  await once(large, 'close')
  await drag('e2', 'e4')
  await played(2)
  for (const socket of [...idle, slow]) socket.terminate()
}))
