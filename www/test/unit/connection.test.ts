import { beforeEach, expect, test, vi } from 'vitest'
import { Connection, type Link } from '../../src/lib/connection'

class FakeSocket {
  static all: FakeSocket[] = []
  sent: Record<string, unknown>[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number }) => {}
  constructor() { FakeSocket.all.push(this) }
  send(text: string) { this.sent.push(JSON.parse(text)) }
  close() { this.onclose({ code: 1006 }) }
  get(t: string) { return this.sent.filter((message) => message.t === t) }
  say(message: object) { this.onmessage({ data: JSON.stringify(message) }) }
  welcome(fresh = true) {
    this.onopen()
    this.say({ re: this.get('hello').at(-1)!.id, ok: true, t: 'welcome', proto: 1, session: 's', fresh, now: 0, build: 'b', settings: {} })
  }
}
const links: Link[] = []
let connection: Connection
const last = () => FakeSocket.all.at(-1)!

beforeEach(() => {
  FakeSocket.all = []
  links.length = 0
  vi.useFakeTimers()
  connection = new Connection('ws://x/ws', { link: (state) => links.push(state), welcome: () => {}, event: () => {}, open: () => new FakeSocket() as unknown as WebSocket })
  connection.start()
})

test('a request gets its own reply', async () => {
  last().welcome()
  const reply = connection.request('ping')
  last().say({ re: last().get('ping')[0]!.id, ok: true, now: 5 })
  await expect(reply).resolves.toMatchObject({ now: 5 })
})
test('a refusal rejects with its code', async () => {
  last().welcome()
  const reply = connection.request('move')
  last().say({ re: last().get('move')[0]!.id, ok: false, error: { code: 'illegal', text: 'No.' } })
  await expect(reply).rejects.toMatchObject({ code: 'illegal', message: 'No.' })
})
test('nothing is queued while the server is gone', async () => {
  await expect(connection.request('move')).rejects.toMatchObject({ code: 'offline' })
})
test('what was not acknowledged is sent again with the same id', async () => {
  last().welcome()
  const reply = connection.request('move', { uci: 'e2e4' })
  const first = last().get('move')[0]!
  last().close()
  expect(links).toEqual(['open', 'gone'])
  vi.advanceTimersByTime(1000)
  last().welcome(false)
  expect(last().get('move')).toEqual([first])
  last().say({ re: first.id, ok: true })
  await reply
})
test('channels resume where they were, and a gap asks for the whole state', () => {
  last().welcome()
  const seen: string[] = []
  connection.watch('game/1', (event) => seen.push(`${event.t}${event.q ?? ''}`))
  last().say({ t: 'game', ch: 'game/1', q: 7 })
  last().say({ t: 'moved', ch: 'game/1', q: 8 })
  last().say({ t: 'moved', ch: 'game/1', q: 8 })
  last().say({ t: 'thinking', ch: 'game/1' })
  expect(seen).toEqual(['game7', 'moved8', 'thinking'])
  last().say({ t: 'moved', ch: 'game/1', q: 10 })
  expect(seen).toHaveLength(3)
  expect(last().get('watch')).toHaveLength(2)
  last().close()
  vi.advanceTimersByTime(1000)
  last().welcome(false)
  expect(last().get('hello')[0]!.resume).toEqual({ 'game/1': 8 })
})
test('an old page does not try again', () => {
  last().onclose({ code: 4001 })
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(links).toEqual(['old_page'])
})
test('waits grow to five seconds', () => {
  for (let i = 0; i < 8; i++) {
    last().close()
    vi.advanceTimersByTime(6001)
  }
  expect(FakeSocket.all).toHaveLength(9)
})
