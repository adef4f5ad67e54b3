// What can be drawn on a board, in board units: a square is 1, the top left corner is (0, 0).
import type { Color, Legal } from '../lib/contract'
import { placement } from '../lib/format'

export type MarkKind = 'last-from' | 'last-to' | 'check' | 'picked' | 'target' | 'capture' | 'premove' | 'hint' | 'over'
export interface Mark { square: string; kind: MarkKind }
export type ArrowKind = 'engine' | 'second' | 'hint' | 'threat' | 'premove' | 'G' | 'R' | 'B' | 'Y'
export interface Arrow { from: string; to: string; kind: ArrowKind; rank?: number; text?: string }

export const files = 'abcdefgh'

export function point(square: string, orientation: Color): { x: number; y: number } {
  const file = files.indexOf(square[0]!)
  const rank = Number(square[1]) - 1
  return orientation === 'white' ? { x: file, y: 7 - rank } : { x: 7 - file, y: rank }
}

export function squareAt(x: number, y: number, orientation: Color): string | null {
  if (x < 0 || y < 0 || x > 7 || y > 7) return null
  return orientation === 'white' ? files[x]! + (8 - y) : files[7 - x]! + (y + 1)
}

/** Squares row by row as they are seen. */
export function seenSquares(orientation: Color): string[][] {
  return [...Array(8).keys()].map((y) => [...Array(8).keys()].map((x) => squareAt(x, y, orientation)!))
}

/** "Ge2e4" is an arrow, "Rd5" a circle. */
export function shapeArrows(shapes: string[]): Arrow[] {
  return shapes.filter((s) => s.length === 5).map((s) => ({ kind: s[0] as ArrowKind, from: s.slice(1, 3), to: s.slice(3, 5) }))
}
export function shapeCircles(shapes: string[]): { square: string; color: string }[] {
  return shapes.filter((s) => s.length === 3).map((s) => ({ color: s[0]!, square: s.slice(1) }))
}
/** The same shape again removes it; another colour replaces it. */
export function toggleShape(shapes: string[], shape: string): string[] {
  const rest = shapes.filter((s) => s.slice(1) !== shape.slice(1))
  return shapes.includes(shape) ? rest : [...rest, shape]
}

function kingTarget(move: Legal): string {
  const to = move.uci.slice(2, 4)
  if (to !== move.rook || !move.after) return to
  const king = placement(move.after)
  const rank = to[1]
  return Object.keys(king).find((square) => square[1] === rank && king[square]!.toLowerCase() === 'k') ?? to
}

/** Where the piece on `from` may be dropped, and which moves that can mean. A castling move answers
 * to a drop on its rook always, to a drop on the king's target unless a plain move goes there. */
export function targets(legal: Legal[], from: string): Map<string, Legal[]> {
  const found = new Map<string, Legal[]>()
  const mine = legal.filter((move) => move.uci.startsWith(from))
  for (const move of mine.filter((m) => !m.rook)) {
    const to = move.uci.slice(2, 4)
    found.set(to, [...(found.get(to) ?? []), move])
  }
  for (const move of mine.filter((m) => m.rook)) {
    found.set(move.rook!, [move])
    const to = kingTarget(move)
    if (to !== from && !found.has(to)) found.set(to, [move])
  }
  return found
}

export function castles(legal: Legal[], side: 'left' | 'right', orientation: Color): Legal | undefined {
  const wanted = (side === 'right') === (orientation === 'white') ? 1 : -1
  return legal.find((move) => move.rook && Math.sign(move.rook.charCodeAt(0) - move.uci.charCodeAt(0)) === wanted)
}
