// Numbers and positions as words: scores, clocks, pieces. No rules of chess.
import type { Color, Score } from './contract'
import { texts } from './texts'

export function scoreText(score: Score): string {
  if (score.mate !== undefined) return (score.mate < 0 ? '-#' : '#') + Math.abs(score.mate)
  const pawns = (score.cp ?? 0) / 100
  return (pawns > 0 ? '+' : pawns < 0 ? '−' : '') + Math.abs(pawns).toFixed(2)
}

/** White's expected score from 0 to 1. */
export function expected(score: Score, wdl?: [number, number, number]): number {
  if (score.mate !== undefined) return score.mate > 0 || Object.is(score.mate, 0) ? 1 : 0
  if (wdl) return (wdl[0] + wdl[1] / 2) / (wdl[0] + wdl[1] + wdl[2])
  return 1 / (1 + Math.pow(10, -(score.cp ?? 0) / 400))
}

export function evalWords(score: Score, wdl?: [number, number, number]): string {
  const words = texts.evaluation
  if (score.mate !== undefined) return words.mates(score.mate < 0 ? 'Black' : 'White', Math.abs(score.mate))
  const share = expected(score, wdl)
  const side = share < 0.5 ? 'Black' : 'White'
  const lead = Math.max(share, 1 - share)
  if (lead <= 0.55) return words.level
  if (lead <= 0.65) return words.slightly(side)
  if (lead <= 0.8) return words.better(side)
  if (lead <= 0.95) return words.much(side)
  return words.winning(side)
}

export function clockText(ms: number): string {
  const left = Math.max(0, ms)
  if (left < 20_000) return `0:${String(Math.floor(left / 1000)).padStart(2, '0')}.${Math.floor((left % 1000) / 100)}`
  const seconds = Math.ceil(left / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Milliseconds until clockText says something else. */
export function clockWake(ms: number): number {
  return ms < 20_000 ? (ms % 100) + 1 : ((ms - 1) % 1000) + 1
}

export function count(n: number): string {
  if (n < 10_000) return String(n)
  if (n < 1_000_000) return `${(n / 1000).toFixed(n < 100_000 ? 1 : 0)} k`
  return `${(n / 1_000_000).toFixed(n < 100_000_000 ? 1 : 0)} M`
}

const kNames: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }
export function pieceName(letter: string): string {
  return kNames[letter.toLowerCase()] ?? ''
}
export function coloredPiece(letter: string): string {
  return (letter === letter.toLowerCase() ? 'black ' : 'white ') + pieceName(letter)
}

/** Pieces by square, from the first field of a FEN: {e1: 'K', …}. */
export function placement(fen: string): Record<string, string> {
  const pieces: Record<string, string> = {}
  fen.split(' ')[0]!.split('/').forEach((row, i) => {
    let file = 0
    for (const c of row) {
      if (c >= '1' && c <= '8') file += Number(c)
      else pieces['abcdefgh'[file++]! + (8 - i)] = c
    }
  })
  return pieces
}

/** The first field of a FEN from pieces by square. */
export function placementField(pieces: Record<string, string>): string {
  const rows: string[] = []
  for (let rank = 8; rank >= 1; rank--) {
    let row = ''
    let gap = 0
    for (const file of 'abcdefgh') {
      const piece = pieces[file + rank]
      if (!piece) gap++
      else {
        row += (gap || '') + piece
        gap = 0
      }
    }
    rows.push(row + (gap || ''))
  }
  return rows.join('/')
}

export function other(color: Color): Color {
  return color === 'white' ? 'black' : 'white'
}

export function moveNumber(ply: number, startFen: string): string {
  const [, turn, , , , full] = startFen.split(' ')
  const half = (Number(full ?? 1) - 1) * 2 + (turn === 'b' ? 1 : 0) + ply
  return half % 2 ? `${(half + 1) / 2 | 0}.` : `${half / 2}...`
}

export const kStartFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
