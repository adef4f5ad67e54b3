// One review: what the server has judged so far, the ply looked at, and a line walked through.
import { net } from '../lib/net.svelte'
import type { Color, Event, Played, Pos, RequestError } from '../lib/contract'
import { status } from '../lib/status.svelte'
import { texts } from '../lib/texts'

export interface Step { uci: string; san: string; fen: string }
/** A move of the game; the fields of its judgement come when it has been judged. */
export interface Judged extends Played {
  ply?: number
  judgement?: string
  win_before?: number
  win_after?: number
  text?: string
  motifs?: string[]
  best?: string | null
  level_finds?: number | null
  time_trouble?: boolean
  proof_steps?: Step[]
  best_steps?: Step[]
}
export interface Figures { accuracy: number; average_loss: number; phases: Record<string, number>; counts: Record<string, number> }
export interface Review {
  id: string
  done: boolean
  step: number
  total: number
  title: string
  names: Record<Color, string>
  side: Color | null
  result: string
  start_fen: string
  moves: Judged[]
  opening?: string
  white?: Figures
  black?: Figures
}
/** A try to find the better move: the answer is hidden until it is found or asked for. */
export interface Attempt { pos: Pos; text: string; right: boolean; hints: number; busy: boolean }

const kSigns: Record<string, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', 'missed win': '×', great: '!', brilliant: '!!' }
export const signOf = (move: Judged | undefined): string => kSigns[move?.judgement ?? ''] ?? ''
export const isBad = (move: Judged | undefined): boolean => ['inaccuracy', 'mistake', 'blunder', 'missed win'].includes(move?.judgement ?? '')
export const turnOf = (fen: string): Color => (fen.split(' ')[1] === 'b' ? 'black' : 'white')
/** White's share in per cent after a move that has been judged. */
export function whiteShare(move: Judged): number | null {
  if (move.win_after === undefined) return null
  return turnOf(move.fen) === 'black' ? move.win_after : 100 - move.win_after
}
export const stepPos = (step: Step): Pos => ({ fen: step.fen, turn: turnOf(step.fen), last: [step.uci.slice(0, 2), step.uci.slice(2, 4)], legal: [] })

export class ReviewStore {
  review = $state.raw<Review | null>(null)
  failure = $state<string | null>(null)
  ply = $state(0)
  /** A position of a line beside the game. */
  aside = $state.raw<{ line: 'proof' | 'best'; at: number } | null>(null)
  attempt = $state<Attempt | null>(null)

  readonly move = $derived<Judged | null>(this.review?.moves[this.ply - 1] ?? null)
  /** Plies worth a stop. */
  readonly moments = $derived((this.review?.moves ?? []).flatMap((move, i) => (signOf(move) ? [i + 1] : [])))
  readonly shown = $derived.by<Pos | null>(() => {
    if (!this.review) return null
    if (this.attempt) return this.attempt.pos
    const step = this.aside && this.steps(this.aside.line)[this.aside.at]
    if (step) return stepPos(step)
    const move = this.move
    const fen = move?.fen ?? this.review.start_fen
    return { fen, turn: turnOf(fen), check: move?.check, last: move ? [move.uci.slice(0, 2), move.uci.slice(2, 4)] : undefined, legal: [] }
  })

  constructor(readonly id: string) {}

  watch(): () => void {
    return net.watch(`review/${this.id}`, (event) => this.apply(event))
  }

  private apply(event: Event): void {
    if (event.t === 'failed' || event.t === 'gone') this.failure = String(event.text ?? texts.play.noSuch)
    if (event.t === 'review') this.review = event as unknown as Review
    const review = this.review
    if (!review) return
    if (event.t === 'progress') this.review = { ...review, step: event.step as number, total: event.total as number }
    if (event.t === 'judged') {
      const judged = event.move as Judged
      this.review = { ...review, moves: review.moves.map((move, i) => (i + 1 === judged.ply ? { ...move, ...judged } : move)) }
    }
  }

  steps(line: 'proof' | 'best'): Step[] {
    return (line === 'proof' ? this.move?.proof_steps : this.move?.best_steps) ?? []
  }
  go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.review?.moves.length ?? 0, ply))
    this.aside = null
    this.attempt = null
  }
  /** Along the line that is walked through, else along the game. */
  step(where: 'first' | 'back' | 'forward' | 'last'): void {
    const aside = this.aside
    if (aside && (where === 'back' || where === 'forward')) {
      const at = aside.at + (where === 'back' ? -1 : 1)
      this.aside = at < 0 ? null : { line: aside.line, at: Math.min(at, this.steps(aside.line).length - 1) }
      return
    }
    this.go(where === 'first' ? 0 : where === 'last' ? Infinity : this.ply + (where === 'back' ? -1 : 1))
  }
  /** The next or last moment, of one side if there is one to learn from. */
  moment(step: 1 | -1): void {
    const next = step > 0 ? this.moments.find((ply) => ply > this.ply) : this.moments.filter((ply) => ply < this.ply).at(-1)
    if (next !== undefined) this.go(next)
    else status.tell(texts.review.noMoment)
  }

  async ask<T>(t: string, fields: Record<string, unknown> = {}): Promise<T | null> {
    try {
      return await net.request<T>(t, { review: this.id, ...fields })
    } catch (error) {
      const { code, message } = error as RequestError
      status.refuse(code === 'offline' ? texts.link.notConnected : message)
      return null
    }
  }

  async beginTry(): Promise<void> {
    const before = this.ply > 1 ? this.review!.moves[this.ply - 2]!.fen : this.review!.start_fen
    const reply = await this.ask<{ pos: Pos }>('check_fen', { fen: before })
    if (reply) this.attempt = { pos: reply.pos, text: texts.review.findBetter(this.move?.san ?? ''), right: false, hints: 0, busy: false }
  }
  async tryMove(uci: string): Promise<void> {
    if (!this.attempt || this.attempt.busy) return
    this.attempt.busy = true
    const reply = await this.ask<{ right: boolean; text: string }>('review_try', { ply: this.ply, uci })
    if (!this.attempt) return
    this.attempt.busy = false
    if (!reply) return
    this.attempt.text = reply.text
    this.attempt.right = reply.right
    status.tell(reply.text)
  }
  hint(): void {
    const best = this.move?.best
    if (this.attempt && best) this.attempt.hints = Math.min(2, this.attempt.hints + 1)
  }
}
