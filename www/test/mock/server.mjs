// A server for tests of the page alone: the contract's messages over a deterministic opponent that
// plays its first legal move. It can be stopped and started again with its games, and be told to
// refuse or to speak another version, which the real one can not.
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { Chess } from 'chess.js'
import { WebSocketServer } from 'ws'
import { analysisMessages } from './analysis.mjs'
import { gameMessages } from './games.mjs'
import { agents, levels, position } from './chess.mjs'

const kTypes = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
const kPolicy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'"

export class MockServer {
  state = { games: new Map(), analyses: new Map(), settings: {}, requests: [], rows: [], table: null }
  /** Set to a close code: every new connection is refused with it. */
  refuse = 0
  /** An array: the opponent waits in it until the test calls `release`. */
  held = null
  channels = new Map()
  q = new Map()

  constructor(dist) {
    this.dist = dist
    this.messages = { ...this.own(), ...gameMessages(this), ...analysisMessages(this) }
  }

  async start(port = 0) {
    this.http = createServer((request, response) => this.file(request, response))
    this.sockets = new WebSocketServer({ server: this.http, path: '/ws' })
    this.sockets.on('connection', (socket) => {
      if (this.refuse) return socket.close(this.refuse)
      socket.on('message', (data) => this.receive(socket, JSON.parse(data)))
      socket.on('close', () => this.channels.forEach((watchers) => watchers.delete(socket)))
    })
    await new Promise((resolve) => this.http.listen(port, '127.0.0.1', resolve))
    this.port = this.http.address().port
    this.url = `http://127.0.0.1:${this.port}`
  }

  async stop() {
    for (const socket of this.sockets.clients) socket.terminate()
    this.http.closeAllConnections?.()
    await new Promise((resolve) => this.http.close(resolve))
  }

  file(request, response) {
    const path = new URL(request.url, 'http://x').pathname
    let file = join(this.dist, path)
    if (!extname(path) || !statSync(file, { throwIfNoEntry: false })) file = join(this.dist, 'index.html')
    response.setHeader('Content-Type', kTypes[extname(file)] ?? 'text/plain')
    response.setHeader('Content-Security-Policy', kPolicy)
    response.end(readFileSync(file))
  }

  receive(socket, message) {
    this.state.requests.push(message)
    const reply = (fields) => socket.send(JSON.stringify({ re: message.id, ...fields }))
    try {
      reply({ ok: true, ...this.messages[message.t]?.(message, socket) })
    } catch (error) {
      reply({ ok: false, error: { code: error.code ?? 'bad_message', text: error.message } })
    }
  }

  release() {
    this.held.shift()()
  }

  /** An event to all who watch the channel. */
  tell(ch, event) {
    const q = (this.q.get(ch) ?? 0) + 1
    this.q.set(ch, q)
    for (const socket of this.channels.get(ch) ?? []) socket.send(JSON.stringify({ ...event, ch, q }))
  }

  own() {
    return {
      hello: (message, socket) => {
        for (const ch of Object.keys(message.resume ?? {})) setTimeout(() => this.messages.watch({ ch }, socket))
        const current = [...this.state.games.values()].filter((game) => game.status() !== 'ended').map((game) => ({ id: game.id, title: game.title(), status: game.status(), ply: game.moves.length }))
        return { t: 'welcome', proto: 1, version: 'mock', build: 'mock', session: 'mock', fresh: true, now: performance.now(), levels, agents, engines: [], limits: {}, settings: this.state.settings, current }
      },
      ping: () => ({ now: performance.now() }),
      settings_set: ({ patch }) => void Object.assign(this.state.settings, patch),
      watch: ({ ch }, socket) => {
        if (!this.channels.has(ch)) this.channels.set(ch, new Set())
        this.channels.get(ch).add(socket)
        const [kind, id] = ch.split('/')
        const whole = kind === 'game' ? this.state.games.get(id)?.state() : kind === 'analysis' ? this.state.analyses.get(id)?.state() : kind === 'match' ? this.state.table : {}
        if (!whole) throw Object.assign(new Error('There is no such game.'), { code: 'no_such' })
        if (whole.t) setTimeout(() => socket.send(JSON.stringify({ ...whole, ch, q: this.q.get(ch) ?? 0 })))
      },
      unwatch: ({ ch }, socket) => void this.channels.get(ch)?.delete(socket),
      check_fen: ({ fen }) => {
        try {
          const chess = fen ? new Chess(fen) : new Chess()
          return { fen: chess.fen(), chess960: false, pos: position(chess) }
        } catch (error) {
          throw Object.assign(error, { code: 'bad_fen' })
        }
      },
      games_query: () => ({ total: this.state.rows.length, rows: this.state.rows }),
      matches: () => ({ rows: [] }),
      match_start: () => ({ match: 'm' }),
    }
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const server = new MockServer(new URL('../../dist', import.meta.url).pathname)
  await server.start(Number(process.argv[2] ?? 8099))
  console.log(server.url)
}
