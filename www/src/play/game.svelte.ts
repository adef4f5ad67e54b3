// One game: its state as the server tells it, and the ply that is looked at.
import { net } from '../lib/net.svelte'
import type { Clock, Color, Event, Game, Info, Played, Pos, RequestError } from '../lib/contract'
import { other } from '../lib/format'
import { announce } from '../lib/announce.svelte'
import { status } from '../lib/status.svelte'
import { play as sound } from '../lib/sound'
import { texts } from '../lib/texts'

export interface Hint { square?: string; uci?: string; text: string }

export class GameStore {
  game = $state.raw<Game | null>(null)
  failure = $state<string | null>(null)
  /** The ply looked at; null is the game as it stands. */
  ply = $state<number | null>(null)
  thinking = $state.raw<Info | null>(null)
  hint = $state.raw<Hint | null>(null)
  movedMeanwhile = $state(false)
  private hintStep = 0

  /** The person's colour; both when two people play, none when agents do. */
  readonly side = $derived.by<Color | 'both' | 'none'>(() => {
    if (!this.game) return 'none'
    const { white, black } = this.game
    return white.human && black.human ? 'both' : white.human ? 'white' : black.human ? 'black' : 'none'
  })
  readonly live = $derived(this.ply === null)
  readonly myTurn = $derived(!!this.game && this.game.status !== 'ended' && (this.side === 'both' || this.side === this.game.pos.turn))
  readonly shown = $derived.by<Pos | null>(() => (this.game ? positionAt(this.game, this.ply) : null))

  constructor(readonly id: string, private readonly refused: () => void) {}

  watch(): () => void {
    return net.watch(`game/${this.id}`, (event) => this.apply(event))
  }

  private apply(event: Event): void {
    if (event.t === 'failed' || event.t === 'gone') {
      this.failure = String(event.text ?? texts.play.noSuch)
      return
    }
    if (event.t === 'game') {
      const before = this.game
      this.game = event as unknown as Game
      if (this.game.thinking) this.thinking = this.game.thinking
      this.hint = null
      if (before && before.moves.length > this.game.moves.length) status.tell(texts.play.takenBack(this.game.moves.length, this.game.pos.turn))
      if (this.ply !== null && this.ply >= this.game.moves.length) this.ply = null
      return
    }
    const game = this.game
    if (!game) return
    if (event.t === 'moved') this.moved(game, event)
    if (event.t === 'unmoved') this.game = { ...game, ...pick(event), moves: game.moves.slice(0, event.ply as number) }
    if (event.t === 'clock') this.game = { ...game, clock: (event.clock ?? event) as Clock }
    if (event.t === 'thinking') this.thinking = event.info as Info
    if (event.t === 'draw_answer') status.tell(String(event.text))
    if (event.t === 'ended') {
      this.game = { ...game, ...pick(event), status: 'ended', outcome: event.outcome as Game['outcome'] }
      announce.alert(this.game.outcome!.text)
      sound('end')
    }
  }

  private moved(game: Game, event: Event): void {
    const ply = event.ply as number
    const { uci, san, spoken, fen, check, clock_ms } = event as unknown as Played
    const pos = event.pos as Pos
    const move: Played = { uci, san, spoken, fen: fen ?? pos.fen, check: check ?? pos.check, clock_ms }
    this.game = { ...game, ...pick(event), moves: [...game.moves.slice(0, ply - 1), move] }
    if (event.info) this.thinking = event.info as Info
    this.hint = null
    this.hintStep = 0
    if (this.ply !== null) this.movedMeanwhile = true
    sound(pos.check ? 'check' : san.includes('x') ? 'capture' : 'move')
  }

  go(ply: number): void {
    const total = this.game?.moves.length ?? 0
    const bounded = Math.max(0, Math.min(total, ply))
    this.ply = bounded === total ? null : bounded
    if (this.ply === null) this.movedMeanwhile = false
  }

  step(where: 'first' | 'back' | 'forward' | 'last'): void {
    const total = this.game?.moves.length ?? 0
    const here = this.ply ?? total
    this.go(where === 'first' ? 0 : where === 'last' ? total : where === 'back' ? here - 1 : here + 1)
  }

  async move(uci: string, premove = false): Promise<void> {
    const ply = this.game!.moves.length
    await this.ask('move', { ply, uci, ...(premove ? { premove } : {}) })
  }

  /** A command on this game; a refusal is said and the board set right. */
  async ask<T = Record<string, unknown>>(t: string, fields: Record<string, unknown> = {}): Promise<T | null> {
    try {
      // Two agents that are paused have moved on meanwhile: that holds for any position.
      const ply = t === 'pause' || t === 'pace' ? undefined : (this.game?.moves.length ?? 0)
      return await net.request<T>(t, { game: this.id, ply, ...fields })
    } catch (error) {
      const { code, message } = error as RequestError
      status.refuse(code === 'offline' ? (t === 'move' ? texts.link.notPlayed : texts.link.notConnected) : message)
      this.refused()
      return null
    }
  }

  async askHint(): Promise<void> {
    this.hintStep = Math.min(2, this.hintStep + 1)
    const reply = await this.ask<Hint>('hint', { step: this.hintStep })
    if (!reply) return
    this.hint = reply
    status.tell(reply.text)
  }

  async draw(): Promise<void> {
    const reply = await this.ask<{ text?: string }>(this.game?.can.claim ? 'claim_draw' : 'draw')
    if (reply?.text) status.tell(reply.text)
  }
}

function pick(event: Event): Partial<Game> {
  const found: Record<string, unknown> = {}
  for (const key of ['pos', 'clock', 'can', 'status', 'hints', 'outcome', 'lock']) if (event[key] !== undefined) found[key] = event[key]
  return found as Partial<Game>
}

/** An earlier position, to be looked at only. */
export function positionAt(game: Game, ply: number | null): Pos {
  if (ply === null) return game.pos
  const move = ply > 0 ? game.moves[ply - 1]! : null
  const fen = move ? move.fen : game.start_fen
  const turn: Color = fen.split(' ')[1] === 'b' ? 'black' : 'white'
  return { fen, turn, check: move?.check, last: move ? [move.uci.slice(0, 2), move.uci.slice(2, 4)] : undefined, legal: [] }
}

export function nameOf(game: Game, color: Color, side: Color | 'both' | 'none'): string {
  if (side === color) return texts.play.you
  const level = net.welcome?.levels.find((item) => item.level === game[color].level)
  if (level) return level.name
  return game[color].title || (color === 'white' ? texts.play.white : texts.play.black)
}

export function rematch(game: Game): Record<string, unknown> {
  const swap = game.white.human !== game.black.human
  const spec = (color: Color) => (game[color].human ? 'human' : game[color].spec)
  const start = game.chess960 || !game.start_fen.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq') ? { fen: game.start_fen } : undefined
  return { white: spec(swap ? 'black' : 'white'), black: spec(swap ? other('black') : 'black'), clock: game.time ?? undefined, start, pace_ms: game.pace_ms }
}
