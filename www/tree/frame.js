// Traces as src/tree/frame.h writes them, and what can be told of a node without a search.

const COLUMNS = [['size', Uint32Array], ['value', Int32Array], ['alpha', Int32Array], ['beta', Int32Array],
  ['static', Int32Array], ['source', Uint32Array], ['move', Uint16Array], ['ply', Uint8Array],
  ['cut', Uint8Array], ['kind', Uint8Array], ['depth', Int8Array], ['reduction', Int8Array], ['skipped', Uint8Array]]
export const NONE = 0xffffffff, OPEN = 0x7fffffff, NO_STATIC = -0x80000000

/** The first 32 bytes of a frame. */
export function readHead(buffer) {
  const head = new DataView(buffer)
  if (head.getUint32(0, true) !== 0x31544b52 || head.getUint16(4, true) !== 1) throw new Error('not a trace frame of version 1')
  return { iteration: head.getUint16(6, true), first: head.getUint32(16, true), count: head.getUint32(20, true) }
}

/** The columns of one frame; they lie on the buffer, nothing is copied. */
export function decodeFrame(buffer) {
  const frame = readHead(buffer), { count } = frame
  let at = 32
  for (const [name, Type] of COLUMNS) {
    frame[name] = new Type(buffer, at, count)
    at += (count * Type.BYTES_PER_ELEMENT + 3) & ~3
  }
  return frame
}

/** base64 to bytes; by hand, since atob makes a text of it first. */
export function decodeBase64(text) {
  const digits = new Uint8Array(128)
  for (let i = 0; i < 64; i++) digits['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(i)] = i
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array(text.length / 4 * 3 - padding)
  for (let i = 0, o = 0; i < text.length; i += 4) {
    const group = digits[text.charCodeAt(i)] << 18 | digits[text.charCodeAt(i + 1)] << 12 | digits[text.charCodeAt(i + 2) & 127] << 6 | digits[text.charCodeAt(i + 3) & 127]
    bytes[o++] = group >> 16
    bytes[o++] = group >> 8 & 255
    bytes[o++] = group & 255
  }
  return bytes.buffer
}

/** Parents, and for each level its nodes in order. */
export function indexFrame(frame) {
  if (frame.rows) return frame
  const { size, count } = frame, parent = new Uint32Array(count).fill(NONE), level = new Uint16Array(count)
  const ends = [], open = [], counts = []
  for (let i = 0; i < count; i++) {
    while (open.length && ends[open.length - 1] <= i) open.pop()
    if (open.length) parent[i] = open[open.length - 1]
    const l = level[i] = open.length
    counts[l] = (counts[l] ?? 0) + 1
    ends[open.length] = i + size[i]
    open.push(i)
  }
  const rows = counts.map(n => new Uint32Array(n)), filled = counts.map(() => 0)
  for (let i = 0; i < count; i++) rows[level[i]][filled[level[i]]++] = i
  return Object.assign(frame, { parent, level, rows })
}

const square = s => 'abcdefgh'[s & 7] + ((s >> 3) + 1)
/** As in UCI; castling is king takes rook. */
export function moveText(bits) {
  if (!bits) return ''
  return square(bits >> 6 & 63) + square(bits & 63) + (bits & 0x8000 ? 'nbrq'[bits >> 12 & 3] : '')
}

/** The pieces of a FEN, a1 first; '' for none. */
export function boardOf(fen) {
  const board = Array(64).fill('')
  fen.split(' ')[0].split('/').forEach((row, r) => {
    let file = 0
    for (const c of row) if (c >= '1' && c <= '8') file += Number(c); else board[(7 - r) * 8 + file++] = c
  })
  return board
}

/** A move that is known to be legal: its bits say what kind it is (src/chess/move.h). */
export function play(board, bits) {
  const from = bits >> 6 & 63, to = bits & 63, kind = bits >> 12, piece = board[from], white = piece === piece.toUpperCase()
  board[from] = ''
  const other = board[to]
  if (piece.toLowerCase() === 'k' && other && (other === other.toUpperCase()) === white) {  // castling: king takes rook
    board[to] = ''
    const short = to > from, rank = from & 56
    board[rank + (short ? 6 : 2)] = piece
    board[rank + (short ? 5 : 3)] = other
    return
  }
  if (piece.toLowerCase() === 'p' && (from & 7) !== (to & 7) && !other) board[(from & 56) | (to & 7)] = ''
  board[to] = kind & 8 ? (white ? 'NBRQ' : 'nbrq')[kind & 3] : piece
}

export function childrenOf(frame, i, most = Infinity) {
  const list = []
  for (let c = i + 1; c < i + frame.size[i] && list.length < most; c += frame.size[c]) list.push(c)
  return list
}

/** From the root to the node, both included. */
export function pathOf(frame, i) {
  const path = []
  for (; i !== NONE; i = frame.parent[i]) path.unshift(i)
  return path
}

export const lineOf = (frame, i) => pathOf(frame, i).filter(n => frame.move[n]).map(n => moveText(frame.move[n]))

export function boardAt(frame, fen, i) {
  const board = boardOf(fen)
  for (const n of pathOf(frame, i)) if (frame.move[n]) play(board, frame.move[n])
  return board
}

/** The nodes that a perfect order of moves would have needed (Knuth and Moore): below the root and every best child
 * all, else by turns one and all. True: part of the minimal tree. */
export function minimalTree(frame) {
  if (frame.minimal) return frame.minimal
  const kind = new Uint8Array(frame.count)  // 1: principal, 2: one child is enough, 3: all children
  for (let i = 0; i < frame.count; i++) {
    if (frame.parent[i] === NONE) kind[i] = 1
    const k = kind[i]
    if (!k || frame.size[i] === 1) continue
    const isMax = frame.ply[i] % 2 === 0
    let best = -1
    for (let c = i + 1; c < i + frame.size[i]; c += frame.size[c])
      if (best < 0 || (isMax ? frame.value[c] > frame.value[best] : frame.value[c] < frame.value[best])) best = c
    if (k === 2) { kind[best] = 3; continue }
    for (let c = i + 1; c < i + frame.size[i]; c += frame.size[c]) kind[c] = k === 3 ? 2 : c === best ? 1 : 2
  }
  return frame.minimal = kind
}

/** Which nodes of `a` stand for lines that `b` did not search: 1 for those. Both trees are walked together, child by
 * child with the same move; of several visits of one move the last counts. */
export function onlyIn(a, b) {
  const only = new Uint8Array(a.count), stack = [[0, 0]]
  while (stack.length) {
    const [i, j] = stack.pop(), theirs = new Map()
    for (let c = j + 1; c < j + b.size[j]; c += b.size[c]) theirs.set(b.move[c] || -b.kind[c], c)
    for (let c = i + 1; c < i + a.size[i]; c += a.size[c]) {
      const match = theirs.get(a.move[c] || -a.kind[c])
      if (match === undefined) only.fill(1, c, c + a.size[c])
      else if (a.size[c] > 1) stack.push([c, match])
    }
  }
  return only
}

/** "Why was this cut?", in a sentence; `names` are those of the head, `number` writes a value. */
export function why(frame, head, i, number) {
  const cut = head.cutNames[frame.cut[i]], turn = head.fen.split(' ')[1] === 'w'
  const us = turn ? 'White' : 'Black', them = turn ? 'Black' : 'White'
  const side = frame.ply[i] % 2 ? them : us, value = number(frame.value[i])
  const here = moveText(frame.move[i]), skipped = frame.skipped[i]
  const others = who => !skipped ? '' : skipped === 1 ? `, and ${who}'s other move needs no look`
    : `, and ${who}'s other ${skipped}${skipped === 255 ? ' or more' : ''} moves need no look`
  switch (cut) {
    case 'none': return frame.size[i] === 1 ? 'Searched; what is below was not kept.'
      : skipped ? `Nothing was cut here; ${skipped} moves were left out, each for a reason of its own.` : 'Every move was searched.'
    case 'depth': return `The depth is used up; the evaluation says ${value}.`
    case 'mate': return `${side} is checkmated.`
    case 'stalemate': return `${side} has no move and is not in check: stalemate.`
    case 'draw': return 'A draw: by repetition, by fifty moves without progress, or with too little to mate.'
    case 'alpha': case 'beta': {
      const low = cut === 'alpha', refuter = low ? them : us
      let answer = 'a move that is not kept'
      for (const c of childrenOf(frame, i))
        if (frame.move[c] && (low ? frame.value[c] <= frame.alpha[i] : frame.value[c] >= frame.beta[i])) answer = moveText(frame.move[c])
      const after = here ? `After ${here} ${refuter}` : `Here ${refuter}`
      const so = here ? `So ${low ? us : them} will not play ${here}` : 'So the value lies outside the window'
      return low
        ? `${us} already has ${number(frame.alpha[i])} elsewhere. ${after} can play ${answer}, which leaves ${us} ${value} or less. ${so}${others(refuter)}.`
        : `${them} can hold ${us} to ${number(frame.beta[i])} elsewhere. ${after} can play ${answer}, which is worth ${value} or more. ${so}${others(refuter)}.`
    }
    case 'table': {
      const from = frame.source[i] !== NONE ? `The same position was searched before (node ${frame.source[i]})` : 'The table knows the position from a search not kept here'
      if (head.grounds[frame.cut[i]] === 'g') return `${from}: ${value}. A guess: this table forgets whether the value was exact, and for which node.`
      return `${from}: ${value}. That ${frame.value[i] >= frame.beta[i] ? 'is at least the upper end of the window' : frame.value[i] <= frame.alpha[i] ? 'is at most the lower end of the window' : 'value is exact'}.`
    }
    case 'stand_pat': return `${side} need not capture: to stand still is worth ${value} already, which is outside the window.`
    case 'stopped': return 'The search was stopped here.'
    case 'mate_distance': return 'Even a mate from here would be no shorter than one already found.'
    case 'tablebase': return `The endgame tables know the result: ${value}.`
    case 'repetition_ahead': return `A guess: ${side} can go back to an earlier position, so a draw is at hand.`
    case 'razoring': return 'A guess: so far behind that only captures could help, and they do not.'
    case 'reverse_futility': return 'A guess: so far ahead that the opponent is not expected to catch up in the depth left.'
    case 'null_move': return `A guess: even if ${side} passes, the opponent cannot get into the window; a real move should do better.`
    case 'probcut': return 'A guess: a capture is so far above the window in a shallow search that a deep one is expected to agree.'
    case 'multi_cut': return 'A guess: more than one move is above the window in a shallow search.'
  }
  return ''
}

/** The search as a sequence of steps: even numbers enter, odd ones leave. Step 2n enters the n-th node... but leaving
 * comes after all below, so the order is worked out once. steps[k] = node << 1 | leaves. */
export function stepsOf(frame) {
  if (frame.steps) return frame.steps
  const steps = new Uint32Array(2 * frame.count), open = []
  let at = 0
  for (let i = 0; i < frame.count; i++) {
    while (open.length && open[open.length - 1] + frame.size[open[open.length - 1]] <= i) steps[at++] = open.pop() * 2 + 1
    steps[at++] = i * 2
    open.push(i)
  }
  while (open.length) steps[at++] = open.pop() * 2 + 1
  return frame.steps = steps
}

/** What every one of these searches is, and which line a step is at. */
export const PSEUDOCODE = [
  'search(position, alpha, beta, depth):',
  '  if the game is over: return its result',
  '  if the table knows it: return that',
  '  if depth = 0: return evaluation (or play captures out)',
  '  if a guess says so: return its value',
  '  for each move:',
  '    value = search(after move, alpha, beta, depth - 1)',
  '    if value is outside the window: return it (cut)',
  '  return the best value',
]
export function pseudoLine(cut, leaves) {
  if (!leaves) return 0
  if (['mate', 'stalemate', 'draw', 'tablebase', 'repetition_ahead'].includes(cut)) return 1
  if (cut === 'table') return 2
  if (cut === 'depth' || cut === 'stand_pat') return 3
  if (['razoring', 'reverse_futility', 'null_move', 'probcut', 'multi_cut', 'mate_distance'].includes(cut)) return 4
  return cut === 'alpha' || cut === 'beta' ? 7 : 8
}
