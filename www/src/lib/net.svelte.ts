// The page's one connection, as state that components can read.
import { Connection, type Link } from './connection'
import type { Clock, Color, Event, Fields, Settings, Welcome } from './contract'
import { announce } from './announce.svelte'
import { staying } from './local.svelte'
import { texts } from './texts'

class Net {
  link = $state<Link>('connecting')
  welcome = $state.raw<Welcome | null>(null)
  settings = $state.raw<Settings>({ opponent: 'rookery:level=3', color: 'white', clock: 'none', start: 'normal', analysis_agent: 'rookery', lines: 3, threads: 1, hash_mb: 16, pace_ms: 1000, human_pause: true, page: {} })
  /** Counts the times the server was gone and came back. */
  returns = $state(0)
  justBack = $state(false)
  notice = $state<{ level: string; text: string } | null>(null)
  newerPage = $state(false)
  private wasGone = false

  readonly connection = new Connection(`${location.protocol.replace('http', 'ws')}//${location.host}/ws`, {
    link: (state) => this.linkChanged(state),
    welcome: (welcome) => {
      if (this.welcome && welcome.build !== this.welcome.build) this.newerPage = true
      this.welcome = welcome
      this.settings = welcome.settings
    },
    event: (event) => this.eventWithoutChannel(event),
  })

  start(): void {
    this.connection.start()
    this.connection.watch('settings', (event) => {
      if (event.t === 'settings') this.settings = event.settings as Settings
    })
    addEventListener('online', () => this.connection.retryNow())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.connection.retryNow()
    })
  }

  request<T = Fields>(t: string, fields?: Fields): Promise<T> {
    return this.connection.request<T>(t, fields)
  }

  watch(ch: string, listener: (event: Event) => void): () => void {
    return this.connection.watch(ch, listener)
  }

  set(patch: Partial<Settings>): void {
    this.settings = { ...this.settings, ...patch, page: { ...this.settings.page, ...patch.page } }
    this.request('settings_set', { patch: { ...patch } }).catch(() => {})
  }

  /** What is left on a clock now, in ms. */
  left(clock: Clock, color: Color): number {
    const gone = clock.running === color && this.link === 'open' ? performance.now() + this.connection.offset - clock.at : 0
    return clock[`${color}_ms`] - gone
  }

  private linkChanged(state: Link): void {
    this.link = state
    if (state === 'gone' && !this.wasGone && this.welcome) {
      this.wasGone = true
      announce.alert(texts.link.goneSpoken)
    }
    if (state !== 'open' || !this.wasGone) return
    this.wasGone = false
    this.returns++
    this.justBack = true
    announce.alert(texts.link.backSpoken)
    setTimeout(() => (this.justBack = false), staying(3000))
  }

  private eventWithoutChannel(event: Event): void {
    if (event.t === 'notice') this.notice = { level: String(event.level), text: String(event.text) }
    if (event.t === 'settings') this.settings = event.settings as Settings
  }
}

export const net = new Net()
