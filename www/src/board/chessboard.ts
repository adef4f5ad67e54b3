// cm-chessboard behind a small interface: squares, pieces, drag and click, and two layers to draw on.
import { Chessboard, type InputEvent } from 'cm-chessboard/src/Chessboard.js'
import { Extension, EXTENSION_POINT } from 'cm-chessboard/src/model/Extension.js'
import type { Color } from '../lib/contract'
import { moves } from '../lib/local.svelte'
import type { Drop } from './input.svelte'

export interface Handler {
  pickUp: (square: string) => boolean
  drop: (from: string, to: string) => Drop
  cancelled: (outside: boolean, from: string) => void
  over: (square: string | null) => void
  resized: (square: number) => void
}

export class Board {
  private readonly board: Chessboard
  private turned: Color
  /** A click on one's own rook may castle; the library then asks to pick that rook up. */
  private played = false

  constructor(private readonly host: HTMLElement, fen: string, orientation: Color, private readonly handler: Handler) {
    this.turned = orientation
    const resized = () => handler.resized(this.board.view.squareWidth)
    class Resized extends Extension {
      constructor(chessboard: Chessboard) {
        super(chessboard)
        this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard!, resized)
      }
    }
    this.board = new Chessboard(host, {
      position: fen,
      orientation: orientation[0],
      style: { cssClass: 'rookery', showCoordinates: false, animationDuration: 80, pieces: { tileSize: 45 } },
    })
    this.board.addExtension(Resized)
    this.board.enableMoveInput((event) => this.input(event))
    host.querySelector('svg')?.setAttribute('aria-hidden', 'true')
    // A finger that moved a piece must not be heard once more as a mouse.
    host.addEventListener('touchend', (event) => this.touched && event.cancelable && event.preventDefault())
    host.addEventListener('touchstart', () => (this.touched = false), { capture: true, passive: true })
    resized()
  }
  private touched = false

  get layers(): { under: SVGGElement; over: SVGGElement } {
    return { under: this.board.view.markersLayer, over: this.board.view.markersTopLayer }
  }

  show(fen: string, animated: boolean): void {
    const placementOnly = fen.split(' ')[0]!
    if (this.board.getPosition() === placementOnly) return
    this.board.setPosition(placementOnly, animated && moves() && !document.hidden)
  }

  /** At once, in the same frame: what was dropped must not be seen on its old square again. */
  showNow(fen: string): void {
    this.board.setPosition(fen.split(' ')[0]!, false)
    this.board.view.redrawPieces()
  }

  turn(orientation: Color): void {
    if (orientation === this.turned) return
    this.turned = orientation
    this.board.setOrientation(orientation[0] as 'w' | 'b', false)
  }

  cancel(): void {
    this.board.cancelMoveInput()
  }

  destroy(): void {
    this.board.destroy()
    this.host.replaceChildren()
  }

  private input(event: InputEvent): boolean {
    this.touched = true
    switch (event.type) {
      case 'moveInputStarted':
        return !this.played && this.handler.pickUp(event.squareFrom)
      case 'movingOverSquare':
        this.handler.over(event.squareTo ?? null)
        return true
      case 'validateMoveInput': {
        const drop = this.handler.drop(event.squareFrom, event.squareTo!)
        if (drop.done === 'refused') return false
        this.played = true
        setTimeout(() => (this.played = false))
        if (drop.done === 'special' && drop.after) this.showNow(drop.after)
        event.animate = false // one's own piece is there at once; clicks during a slide would be lost
        return drop.done === 'plain'
      }
      case 'moveInputCanceled':
        this.handler.cancelled(event.reason === 'movedOutOfBoard', event.squareFrom)
        return true
      default:
        return true
    }
  }
}
