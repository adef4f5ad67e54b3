// chess.js as the contract's `pos`.
const names = ['Nestling', 'Fledgling', 'Sparrow', 'Starling', 'Magpie', 'Jackdaw', 'Crow', 'Raven', 'Falcon', 'Rook']
const elos = [700, 850, 1000, 1150, 1300, 1450, 1600, 1720, 1830, 2800]
export const levels = names.map((name, i) => ({ level: i + 1, name, line: 'quick and cheeky; sees most dangers', elo: elos[i] }))
export const agents = ['random', 'minimax', 'alphabeta', 'rookery'].map((name, i) => ({ name, idea: 'looks at every move to its depth', origin: 'ours', elo: i ? i * 50 : undefined }))

const piece = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }
const value = { p: 1, n: 3, b: 3, r: 5, q: 9 }
export const uci = (move) => move.from + move.to + (move.promotion ?? '')
export const fromUci = (text) => ({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] })
export const sideOf = (chess) => (chess.turn() === 'w' ? 'white' : 'black')

function legal(move) {
  const special = move.isEnPassant() || move.isPromotion() || move.isKingsideCastle() || move.isQueensideCastle()
  const rook = move.isKingsideCastle() ? 'h' : move.isQueensideCastle() ? 'a' : ''
  return { uci: uci(move), san: move.san, ...(special ? { after: move.after } : {}), ...(rook ? { rook: rook + move.from[1] } : {}) }
}

export function position(chess) {
  const last = chess.history({ verbose: true }).at(-1)
  const captured = { white: '', black: '' }
  for (const move of chess.history({ verbose: true })) if (move.captured) captured[move.color === 'w' ? 'black' : 'white'] += move.captured
  const worth = (text) => [...text].reduce((sum, p) => sum + value[p], 0)
  const king = chess.board().flat().find((p) => p?.type === 'k' && p.color === chess.turn())
  const squares = chess.board().flat().filter((p) => p && p.color !== chess.turn()).map((p) => p.square)
  const pre = squares.flatMap((from) => [...'abcdefgh'].flatMap((f) => [...'12345678'].map((r) => from + f + r)).filter((move) => move.slice(0, 2) !== move.slice(2)))
  return {
    fen: chess.fen(), turn: sideOf(chess), check: chess.isCheck() ? king.square : undefined, last: last && [last.from, last.to],
    legal: chess.moves({ verbose: true }).map(legal), pre, captured, balance: worth(captured.black) - worth(captured.white),
  }
}

export function spoken(move) {
  const who = move.color === 'w' ? 'White' : 'Black'
  if (move.isKingsideCastle()) return `${who}: castles king side.`
  if (move.isQueensideCastle()) return `${who}: castles queen side.`
  const takes = move.captured ? `takes ${piece[move.captured]} on ${move.to}${move.isEnPassant() ? ' en passant' : ''}` : `to ${move.to}`
  return `${who}: ${piece[move.piece]} ${move.from} ${takes}${move.promotion ? ` and becomes a ${piece[move.promotion]}` : ''}${/[+#]/.test(move.san) ? ', check' : ''}.`
}
