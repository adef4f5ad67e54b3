import { expect, test } from 'vitest'
import { beginsMove, match } from '../../src/lib/typed'
import { castles, targets, toggleShape } from '../../src/board/marks'

const legal = [
  { uci: 'e2e4', san: 'e4' }, { uci: 'g1f3', san: 'Nf3' }, { uci: 'b1c3', san: 'Nc3' }, { uci: 'b2c3', san: 'bxc3' }, { uci: 'd2c3', san: 'Bxc3' },
  { uci: 'e1g1', san: 'O-O', rook: 'h1', after: 'x' }, { uci: 'e1c1', san: 'O-O-O', rook: 'a1', after: 'x' },
  { uci: 'a7a8q', san: 'a8=Q+', after: 'x' }, { uci: 'a7a8n', san: 'a8=N', after: 'x' },
]

test('one move fits and no other begins so: it can be played at once', () => {
  expect(match('e4', legal)).toMatchObject({ move: legal[0], more: false })
  expect(match('Nf3', legal)).toMatchObject({ move: legal[1], more: false })
  expect(match('nf3', legal)).toMatchObject({ move: legal[1], more: false })
  expect(match('e2e4', legal)).toMatchObject({ move: legal[0] })
  expect(match('pe2e4', legal)).toMatchObject({ move: legal[0] })
})
test('castling short waits while castling long is legal', () => {
  expect(match('O-O', legal)).toMatchObject({ move: legal[5], more: true })
  expect(match('0-0-0', legal)).toMatchObject({ move: legal[6], more: false })
  expect(match('O-O', legal.slice(0, 6))).toMatchObject({ more: false })
  expect(match('e1h1', legal)).toMatchObject({ move: legal[5] })
})
test('case decides between pawn and bishop', () => {
  expect(match('bxc3', legal).move).toBe(legal[3])
  expect(match('Bxc3', legal).move).toBe(legal[4])
  expect(match('BXC3', legal).move).toBe(null)
})
test('promotions with and without the sign', () => {
  expect(match('a8q', legal).move).toBe(legal[7])
  expect(match('a8=N', legal).move).toBe(legal[8])
  expect(match('a8', legal)).toMatchObject({ move: null, possible: true })
})
test('what is no move is not possible', () => {
  expect(match('Nf6', legal)).toMatchObject({ move: null, possible: false })
  expect(beginsMove('u')).toBe(false)
  expect(beginsMove('N')).toBe(true)
})
test('a castling move answers to its rook and to the king\'s target', () => {
  expect([...targets(legal, 'e1').keys()].sort()).toEqual(['a1', 'c1', 'g1', 'h1'])
  expect(targets(legal, 'a7').get('a8')).toHaveLength(2)
})
test('in Chess960 a plain king move to the same square is not castling', () => {
  const moves = [{ uci: 'f1g1', san: 'Kg1' }, { uci: 'f1h1', san: 'O-O', rook: 'h1', after: '8/8/8/8/8/8/8/5RK1' }]
  expect(targets(moves, 'f1').get('g1')).toEqual([moves[0]])
  expect(targets(moves, 'f1').get('h1')).toEqual([moves[1]])
  expect(castles(moves, 'right', 'white')).toBe(moves[1])
  expect(castles(moves, 'left', 'black')).toBe(moves[1])
  expect(castles(moves, 'left', 'white')).toBe(undefined)
})
test('a shape drawn again is removed, another colour replaces it', () => {
  expect(toggleShape([], 'Ge2e4')).toEqual(['Ge2e4'])
  expect(toggleShape(['Ge2e4'], 'Ge2e4')).toEqual([])
  expect(toggleShape(['Ge2e4'], 'Re2e4')).toEqual(['Re2e4'])
})
