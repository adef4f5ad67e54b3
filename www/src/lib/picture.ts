// A position as an SVG file of its own: squares, our pieces, drawn arrows and circles.
import { point, shapeArrows, shapeCircles, seenSquares } from '../board/marks'
import { placement } from './format'

const kColors: Record<string, string> = { G: '#2fa37f', R: '#a3120a', B: '#0c4ca0', Y: '#efcc23' }

export function boardSvg(fen: string, flipped: boolean, shapes: string[]): string {
  const orientation = flipped ? 'black' : 'white'
  const pieces = placement(fen)
  const parts: string[] = []
  for (const square of seenSquares(orientation).flat()) {
    const { x, y } = point(square, orientation)
    const dark = (square.charCodeAt(0) + Number(square[1])) % 2 === 0
    parts.push(`<rect x="${x * 45}" y="${y * 45}" width="45" height="45" fill="${dark ? '#71869A' : '#E9E3D5'}"/>`)
    const piece = pieces[square]
    const id = piece && (piece === piece.toUpperCase() ? 'w' : 'b') + piece.toLowerCase()
    const art = id && document.getElementById(id)?.innerHTML.replace(/ xmlns="[^"]*"/g, '')
    if (art) parts.push(`<g transform="translate(${x * 45} ${y * 45})">${art}</g>`)
  }
  const middle = (square: string) => {
    const { x, y } = point(square, orientation)
    return [x * 45 + 22.5, y * 45 + 22.5] as const
  }
  for (const { square, color } of shapeCircles(shapes)) {
    const [x, y] = middle(square)
    parts.push(`<circle cx="${x}" cy="${y}" r="20" fill="none" stroke="${kColors[color]}" stroke-width="3"/>`)
  }
  for (const { from, to, kind } of shapeArrows(shapes)) {
    const [x1, y1] = middle(from)
    const [x2, y2] = middle(to)
    const angle = Math.atan2(y2 - y1, x2 - x1)
    const at = (back: number, side: number) => `${(x2 - back * Math.cos(angle) - side * Math.sin(angle)).toFixed(1)} ${(y2 - back * Math.sin(angle) + side * Math.cos(angle)).toFixed(1)}`
    parts.push(`<g opacity=".85" fill="${kColors[kind]}" stroke="${kColors[kind]}"><path d="M${x1} ${y1}L${at(14, 0)}" stroke-width="6"/><path d="M${at(4, 0)}L${at(18, 8)}L${at(18, -8)}Z"/></g>`)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" width="720" height="720">${parts.join('')}</svg>\n`
}
