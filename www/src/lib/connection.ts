// One WebSocket to the server: requests with exactly one reply, channels that survive a lost
// connection, retries. Knows no view and no chess.
import { RequestError, type Event, type Failure, type Fields, type Welcome } from './contract'

export type Link = 'connecting' | 'open' | 'gone' | 'old_page' | 'no_token'
type Listener = (event: Event) => void
interface Pending { frame: string; resolve: (reply: never) => void; reject: (error: RequestError) => void }
export interface Hooks {
  link: (state: Link) => void
  welcome: (welcome: Welcome) => void
  event: Listener
  open?: (url: string) => WebSocket
}

const kRetry = [250, 500, 1000, 2000, 4000, 5000]
const kWholeState = new Set(['game', 'tree', 'match'])

export class Connection {
  private socket: WebSocket | null = null
  private state: Link = 'connecting'
  private readonly client = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
  private session?: string
  private build?: string
  private lastId = 0
  private tries = 0
  private timer?: ReturnType<typeof setTimeout>
  private readonly pending = new Map<number, Pending>()
  private readonly channels = new Map<string, { q: number; listeners: Set<Listener> }>()
  /** Server time minus ours, in ms, from the answer with the shortest round trip. */
  offset = 0
  private bestTrip = Infinity

  constructor(private readonly url: string, private readonly hooks: Hooks) {}

  start(): void {
    clearTimeout(this.timer)
    if (this.socket) return
    const socket = this.hooks.open ? this.hooks.open(this.url) : new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () => this.hello(socket)
    socket.onmessage = (message) => typeof message.data === 'string' && this.receive(message.data)
    socket.onclose = (close) => this.closed(socket, close.code)
  }

  /** Try again now (the tab is shown, the network is back). */
  retryNow(): void {
    if (!this.socket && this.state !== 'old_page') this.start()
  }

  request<T = Fields>(t: string, fields: Fields = {}): Promise<T> {
    if (this.state !== 'open') return Promise.reject(new RequestError('offline', 'Not connected.'))
    return this.send<T>(t, fields)
  }

  /** Listens to a channel; the server answers with its whole state. Returns the way to stop. */
  watch(ch: string, listener: Listener): () => void {
    let channel = this.channels.get(ch)
    if (channel) {
      channel.listeners.add(listener)
    } else {
      channel = { q: -1, listeners: new Set([listener]) }
      this.channels.set(ch, channel)
    }
    if (this.state === 'open') this.askForState(ch)
    return () => {
      channel.listeners.delete(listener)
      if (channel.listeners.size || this.channels.get(ch) !== channel) return
      this.channels.delete(ch)
      if (this.state === 'open') this.send('unwatch', { ch }).catch(() => {})
    }
  }

  async ping(): Promise<void> {
    const sent = performance.now()
    const { now } = await this.request<{ now: number }>('ping', { at: Math.round(sent) })
    this.clockReading(now, sent)
  }

  private clockReading(now: number, sent: number): void {
    const received = performance.now()
    if (received - sent > this.bestTrip) return
    this.bestTrip = received - sent
    this.offset = now - (sent + received) / 2
  }

  private send<T>(t: string, fields: Fields): Promise<T> {
    const id = ++this.lastId
    const frame = JSON.stringify({ t, id, ...fields })
    return new Promise((resolve, reject) => {
      this.pending.set(id, { frame, resolve: resolve as (reply: never) => void, reject })
      this.socket?.send(frame)
    })
  }

  private askForState(ch: string): void {
    this.send('watch', { ch }).catch((error: RequestError) => {
      const event = { t: 'failed', ch, code: error.code, text: error.message }
      this.channels.get(ch)?.listeners.forEach((listener) => listener(event))
    })
  }

  private hello(socket: WebSocket): void {
    const sent = performance.now()
    const known = [...this.channels].filter(([, channel]) => channel.q >= 0)
    const resume = Object.fromEntries(known.map(([ch, channel]) => [ch, channel.q]))
    const waiting = [...this.pending.values()]
    const id = ++this.lastId
    const fields = { proto: [1], client: this.client, session: this.session, build: this.build, resume }
    const accept = (welcome: Welcome) => {
      this.bestTrip = Infinity
      this.clockReading(welcome.now, sent)
      this.session = welcome.session
      this.build ??= welcome.build
      this.tries = 0
      this.setLink('open')
      this.hooks.welcome(welcome)
      for (const { frame } of waiting) socket.send(frame)
      for (const [ch, channel] of this.channels) if (channel.q < 0) this.askForState(ch)
    }
    this.pending.set(id, { frame: '', resolve: accept as (reply: never) => void, reject: () => socket.close() })
    socket.send(JSON.stringify({ t: 'hello', id, ...fields }))
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Event & { re?: number; ok?: boolean; error?: Failure }
    if (message.re !== undefined) {
      const request = this.pending.get(message.re)
      this.pending.delete(message.re)
      if (message.ok) request?.resolve(message as never)
      else request?.reject(new RequestError(message.error?.code ?? 'bad_message', message.error?.text ?? '', message.error?.field))
      return
    }
    const channel = message.ch === undefined ? undefined : this.channels.get(message.ch)
    if (message.ch === undefined) return this.hooks.event(message)
    if (!channel) return
    const q = message.q
    if (q === undefined) return channel.listeners.forEach((listener) => listener(message))
    if (!kWholeState.has(message.t)) {
      if (channel.q >= 0 && q <= channel.q) return
      if (channel.q >= 0 && q > channel.q + 1) return this.askForState(message.ch)
    }
    channel.q = q
    channel.listeners.forEach((listener) => listener(message))
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return
    this.socket = null
    for (const [id, request] of this.pending) if (!request.frame) this.pending.delete(id)
    if (code === 4001) return this.setLink('old_page')
    this.setLink(code === 4003 ? 'no_token' : 'gone')
    const wait = kRetry[Math.min(this.tries++, kRetry.length - 1)]! * (0.8 + 0.4 * Math.random())
    this.timer = setTimeout(() => this.start(), wait)
  }

  private setLink(state: Link): void {
    if (state === this.state) return
    this.state = state
    this.hooks.link(state)
  }
}
