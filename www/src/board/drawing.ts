// Arrows and circles by right drag or long press, and what a plain click says besides moving.
import type { Color } from '../lib/contract'
import { squareAt } from './marks'

export interface DrawingHandler {
  shape: (shape: string) => void
  right: () => void
  cancelMove: () => void
  empty: (square: string) => void
  alt: (down: boolean) => void
}

const kLongPress = 400

export class Drawing {
  private from: string | null = null
  private timer?: ReturnType<typeof setTimeout>
  private readonly stopper = new AbortController()

  constructor(private readonly host: HTMLElement, private readonly orientation: () => Color, private readonly handler: DrawingHandler) {
    const options = { signal: this.stopper.signal }
    host.addEventListener('pointerdown', (event) => this.down(event), { ...options, capture: true })
    addEventListener('pointermove', (event) => this.moved(event), options)
    addEventListener('pointerup', (event) => this.up(event), { ...options, capture: true })
    host.addEventListener('touchmove', (event) => this.from && event.cancelable && event.preventDefault(), { ...options, passive: false })
  }

  stop(): void {
    clearTimeout(this.timer)
    this.stopper.abort()
  }

  private square(event: PointerEvent): string | null {
    const box = this.host.getBoundingClientRect()
    return squareAt(Math.floor(((event.clientX - box.left) / box.width) * 8), Math.floor(((event.clientY - box.top) / box.height) * 8), this.orientation())
  }

  private start = { x: 0, y: 0 }
  private down(event: PointerEvent): void {
    this.handler.alt(event.altKey)
    const square = this.square(event)
    this.start = { x: event.clientX, y: event.clientY }
    if (event.button === 2) {
      this.from = square
      this.handler.right()
    } else if (square) {
      this.handler.empty(square)
      if (event.pointerType === 'touch') {
        this.timer = setTimeout(() => {
          this.from = square
          this.handler.cancelMove()
        }, kLongPress)
      }
    }
  }

  private moved(event: PointerEvent): void {
    if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > 8) clearTimeout(this.timer)
  }

  private up(event: PointerEvent): void {
    this.handler.alt(event.altKey)
    clearTimeout(this.timer)
    const from = this.from
    this.from = null
    const to = this.square(event)
    if (!from || !to) return
    const red = event.shiftKey || event.ctrlKey
    const color = red && event.altKey ? 'Y' : red ? 'R' : event.altKey ? 'B' : 'G'
    this.handler.shape(color + from + (from === to ? '' : to))
  }
}
