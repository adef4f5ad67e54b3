// The viewer's own arithmetic, on a small tree: steps, rows, lines, packed columns.
import { expect, test } from 'vitest'
import { decodeTrace, isPass, lineOf, lowerBound, matches, boardOf, minimalTree, moveText, onlyIn, skippedAt, stepAt, stepOf } from '../../tree/frame.js'

/** What src/tree/frame.h describes. */
function encode(columns, skips) {
  const bytes = []
  const u32 = (n) => bytes.push(n & 255, n >>> 8 & 255, n >>> 16 & 255, n >>> 24)
  const varint = (n) => { for (n >>>= 0; n >= 128; n >>>= 7) bytes.push(n & 127 | 128); bytes.push(n) }
  bytes.push(...'RKT2'.split('').map((c) => c.charCodeAt(0)))
  u32(columns[0].length)
  for (const column of [...columns, ...skips]) {
    const at = bytes.length
    u32(0)
    let last = 0, zeros = 0
    const end = () => { if (zeros) { bytes.push(0); varint(zeros - 1); zeros = 0 } }
    for (const n of column) {
      const d = (n | 0) - last | 0
      last = n | 0
      if (d) { end(); varint(d << 1 ^ d >> 31) } else zeros++
    }
    end()
    const size = bytes.length - at - 4
    for (let k = 0; k < 4; k++) bytes[at + k] = size >>> 8 * k & 255
  }
  u32(skips[0].length)
  return Uint8Array.from(bytes)
}
const move = (text) => { const s = (t) => t.charCodeAt(0) - 97 + 8 * (Number(t[1]) - 1); return s(text.slice(0, 2)) << 6 | s(text.slice(2, 4)) }

//        0 (root) - 1 e2e4 - 2 e7e5
//                           - 3 pass - 4 d2d4
//                 - 5 d2d4
//        6 (second root) - 7 e2e4
const size = [6, 4, 1, 2, 1, 1, 2, 1]
const moves = [0, move('e2e4'), move('e7e5'), 0, move('d2d4'), move('d2d4'), 0, move('e2e4')]
const ply = [0, 1, 2, 2, 3, 1, 0, 1]
const value = [30, 30, 30, 40, 40, 20, -2000000000, 2000000000]
const zeros = size.map(() => 0)
const trace = () => decodeTrace(encode([size, value, zeros, zeros, zeros, size.map(() => 0xffffffff), moves, ply, zeros, zeros, [-1, 2, -3, 0, 0, 0, 0, 0], zeros, zeros],
  [[1, 1, 5], [move('a7a6'), move('b7b6'), move('a2a3')], [1, 2, 2]]))

test('columns are unpacked, signed and unsigned', () => {
  const t = trace()
  expect([...t.size]).toEqual(size)
  expect([...t.value]).toEqual(value)
  expect([...t.source]).toEqual(size.map(() => 0xffffffff))
  expect([...t.depth]).toEqual([-1, 2, -3, 0, 0, 0, 0, 0])
  expect([...t.move]).toEqual(moves)
  expect(() => decodeTrace(new Uint8Array(40))).toThrow(/version/)
})

test('parents, levels and rows', () => {
  const t = trace()
  expect([...t.level]).toEqual([0, 1, 2, 2, 3, 1, 0, 1])
  expect([...t.parent].map((p) => p | 0)).toEqual([-1, 0, 1, 1, 3, 0, -1, 6])
  expect(t.rows.map((row) => [...row])).toEqual([[0, 6], [1, 5, 7], [2, 3], [4]])
})

test('moves that were left out, by node', () => {
  const t = trace()
  expect(skippedAt(t, 1).map(([m, why]) => [moveText(m), why])).toEqual([['a7a6', 1], ['b7b6', 2]])
  expect(skippedAt(t, 5)).toHaveLength(1)
  expect(skippedAt(t, 0)).toEqual([])
  expect(skippedAt(t, 7)).toEqual([])
})

test('every step enters or leaves a node, in the order of the search', () => {
  const t = trace(), order = []
  const walk = (i) => { order.push(`+${i}`); for (let c = i + 1; c < i + size[i]; c += size[c]) walk(c); order.push(`-${i}`) }
  walk(0)
  walk(6)
  expect(order.map((_, k) => { const { node, leaves } = stepAt(t, k); return (leaves ? '-' : '+') + node })).toEqual(order)
  size.forEach((_, i) => expect(order[stepOf(t, i)]).toBe(`+${i}`))
})

test('the first of a row from x on, from wherever it is looked for', () => {
  const row = Uint32Array.from({ length: 1000 }, (_, k) => 3 * k)
  for (const x of [0, 1, 3, 7, 1500, 2996, 2997, 2998, 9999]) {
    const expected = Math.min(1000, Math.ceil(x / 3))
    for (const from of [0, 1, expected >> 1, Math.max(0, expected - 1), expected]) if (from <= expected) expect(lowerBound(row, x, from), `${x} from ${from}`).toBe(expected)
  }
})

test('lines name a pass, and moves are found as they are typed', () => {
  const t = trace()
  expect(lineOf(t, 4)).toEqual(['e2e4', 'pass', 'd2d4'])
  expect([...size.keys()].filter((i) => isPass(t, i))).toEqual([3])
  const board = boardOf('r3k2r/pppppppp/8/8/8/5N2/PPPPPPPP/RN2K2R w KQkq - 0 1')
  expect(matches(board, move('e2e4'), 'e4')).toBe(true)
  expect(matches(board, move('e2e4'), 'e2e4')).toBe(true)
  expect(matches(board, move('f3d4'), 'Nd4')).toBe(true)
  expect(matches(board, move('f3d4'), 'N3d4')).toBe(true)
  expect(matches(board, move('f3d4'), 'Nbd4')).toBe(false)
  expect(matches(board, move('f3d4'), 'd4')).toBe(false)
  expect(matches(board, move('e1h1'), 'O-O')).toBe(true)
  expect(matches(board, move('e1a1'), 'O-O')).toBe(false)
  expect(matches(board, move('e1a1'), 'O-O-O')).toBe(true)
})

test('what only one of two trees has; what a perfect order would have needed', () => {
  const t = trace()
  expect([...onlyIn(t, t, [[0, 6], [6, 0]])]).toEqual([0, 0, 1, 1, 1, 1, 0, 0])
  expect([...minimalTree(t)].map(Boolean)).toEqual([true, true, true, true, true, true, true, true])
})
