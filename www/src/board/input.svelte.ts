// Picking up and putting down, the same for mouse, finger, keyboard and screen reader.
import type { Color, Legal, Pos } from '../lib/contract'
import { coloredPiece, pieceName, placement } from '../lib/format'
import { local } from '../lib/local.svelte'
import { announce } from '../lib/announce.svelte'
import { status } from '../lib/status.svelte'
import { texts } from '../lib/texts'
import { targets } from './marks'

export type InputMode = 'move' | 'premove' | 'edit' | 'none'
export interface InputState { pos: Pos; input: InputMode; side: Color | 'both'; say: boolean }
export interface Promotion { to: string; choices: Legal[] }
/** `plain`: the piece may simply be moved; `special`: the board must show `after`. */
export type Drop = { done: 'plain' } | { done: 'special'; after?: string } | { done: 'refused' }

export class BoardInput {
  picked = $state<string | null>(null)
  promotion = $state.raw<Promotion | null>(null)
  premove = $state<[string, string] | null>(null)

  constructor(private readonly state: () => InputState, private readonly emit: {
    move: (uci: string) => void
    premove: (move: [string, string] | null) => void
    edit: (from: string, to: string | null) => void
  }) {}

  /** Squares where the piece that is held, or that on `from`, can go. */
  targetsFrom(from: string): Map<string, Legal[]> {
    const { pos, input } = this.state()
    if (input === 'move') return targets(pos.legal, from)
    const found = new Map<string, Legal[]>()
    for (const uci of input === 'premove' ? (pos.pre ?? []) : []) if (uci.startsWith(from)) found.set(uci.slice(2, 4), [])
    return found
  }

  pickUp(square: string): boolean {
    const { pos, input, side } = this.state()
    const piece = placement(pos.fen)[square]
    if (input === 'none' || !piece) return false
    if (input === 'edit') return this.hold(square)
    const color: Color = piece === piece.toUpperCase() ? 'white' : 'black'
    if (side !== 'both' && color !== side) return this.refuse(texts.board.notOwn)
    if (input === 'move' && color !== pos.turn) return this.refuse(side === 'both' ? texts.board.notOwn : texts.board.notTurn)
    const possible = [...this.targetsFrom(square).keys()]
    if (!possible.length) return this.refuse(input === 'premove' ? texts.board.notTurn : pos.check ? texts.board.inCheck : texts.board.noMove)
    announce.say(texts.board.pickedUp(pieceName(piece), square, possible))
    return this.hold(square)
  }

  drop(from: string, to: string, ask: boolean): Drop {
    const { input } = this.state()
    this.picked = null
    if (input === 'edit') {
      this.emit.edit(from, to)
      return { done: 'special' }
    }
    const choices = this.targetsFrom(from).get(to)
    if (!choices) {
      this.refuse(texts.board.cannotGo)
      return { done: 'refused' }
    }
    if (input === 'premove') {
      this.setPremove([from, to])
      return { done: 'special' }
    }
    if (choices.length > 1) {
      const queen = choices.find((move) => move.uci.endsWith('q'))
      if (local.alwaysQueen && !ask && queen) return this.play(queen)
      this.promotion = { to, choices }
      announce.say(texts.board.promote)
      return { done: 'special' }
    }
    return this.play(choices[0]!)
  }

  play(move: Legal): Drop {
    this.promotion = null
    this.picked = null
    this.emit.move(move.uci)
    return move.after ? { done: 'special', after: move.after } : { done: 'plain' }
  }

  /** Enter, Space or a screen reader's press on a square. */
  press(square: string, ask = false): Drop | null {
    if (this.picked && this.picked !== square) {
      const own = !this.targetsFrom(this.picked).has(square) && this.targetsFrom(square).size > 0
      if (!own) return this.drop(this.picked, square, ask)
      this.pickUp(square)
    } else if (this.picked) this.putDown()
    else if (!this.pickUp(square) && !placement(this.state().pos.fen)[square]) this.refuse(texts.board.notOwn)
    return null
  }

  putDown(): boolean {
    if (!this.picked) return false
    this.picked = null
    announce.say(texts.board.putDown)
    return true
  }

  /** Esc: the innermost thing that can be given up. */
  escape(): void {
    if (this.promotion) this.promotion = null
    else if (!this.putDown()) this.setPremove(null)
  }

  setPremove(move: [string, string] | null): void {
    if (!move && !this.premove) return
    this.premove = move
    status.tell(move ? texts.board.premoveSet(...move) : texts.board.premoveOff)
    this.emit.premove(move)
  }

  private hold(square: string): boolean {
    this.picked = square
    return true
  }

  private refuse(text: string): false {
    if (this.state().say) status.refuse(text)
    return false
  }

  /** "e4, white pawn. Last move." */
  describe(square: string, pieces: Record<string, string>): string {
    const { pos } = this.state()
    const words = [texts.board.square(square, pieces[square] ? coloredPiece(pieces[square]!) : '')]
    if (pos.last?.includes(square)) words.push(texts.board.last)
    if (pos.check === square) words.push(texts.board.check)
    if (this.premove?.includes(square)) words.push(texts.board.premove)
    if (this.picked === square) words.push(texts.board.picked)
    else if (this.picked && this.targetsFrom(this.picked).has(square)) words.push(pieces[square] ? texts.board.capture : texts.board.target)
    return words.join(' ')
  }
}
