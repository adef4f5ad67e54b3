// Traces as src/tree/frame.h writes them, and what can be told of a node without a search.

const COLUMNS = [['size', Uint32Array], ['value', Int32Array], ['alpha', Int32Array], ['beta', Int32Array],
  ['static', Int32Array], ['source', Uint32Array], ['move', Uint16Array], ['ply', Uint8Array],
  ['cut', Uint8Array], ['kind', Uint8Array], ['depth', Int8Array], ['reduction', Int8Array], ['skipped', Uint8Array]]
const SKIPS = ['node', 'move', 'why'], BLOCK = 65536
export const NONE = 0xffffffff, OPEN = 0x7fffffff, NO_STATIC = -0x80000000

/** base64 to bytes. Where the browser cannot: by hand, since atob makes a text of it first. */
export function decodeBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text)
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
  return bytes
}

/** One column: differences to the number before, zigzag, seven bits a byte; 0 is followed by how many more there are. */
function unpack(bytes, at, end, out) {
  for (let v = 0, i = 0; at < end;) {
    let b = bytes[at++], z = b & 127
    if (b === 0) {
      let run = 0, shift = 0
      do { b = bytes[at++]; run |= (b & 127) << shift; shift += 7 } while (b & 128)
      out.fill(v, i, i += run + 1)
      continue
    }
    for (let shift = 7; b & 128; shift += 7) { b = bytes[at++]; z |= (b & 127) << shift }
    v = v + (z >>> 1 ^ -(z & 1)) | 0
    out[i++] = v
  }
}

/** A whole trace. Which moves were left out is unpacked when it is asked for. */
export function decodeTrace(bytes) {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (head.getUint32(0, true) !== 0x32544b52) throw new Error('not a trace of this version')
  const count = head.getUint32(4, true), frame = { count }
  let at = 8
  // Always into the same kind of array first: one fast loop instead of one slow one for all kinds.
  const wide = new Int32Array(count)
  const next = () => { const from = at + 4; at = from + head.getUint32(at, true); return [from, at] }
  for (const [name, Type] of COLUMNS) {
    const [from, end] = next()
    unpack(bytes, from, end, wide)
    frame[name] = new Type(wide)
  }
  const rest = at
  frame.blocks = []
  for (let first = 0; first < count; first += BLOCK) {
    const places = SKIPS.map(() => next().map(place => place - rest))
    frame.blocks.push({ places, size: head.getUint32(at, true) })
    at += 4
  }
  frame.skipBytes = bytes.slice(rest, at)
  return indexTrace(frame)
}

/** The moves that a node left out: [[move, number of the reason]...]. */
export function skippedAt(frame, i) {
  const block = frame.blocks[Math.floor(i / BLOCK)]
  if (frame.openBlock !== block) {
    frame.openBlock = block
    frame.skips = block.places.map(([from, end]) => { const out = new Int32Array(block.size); unpack(frame.skipBytes, from, end, out); return out })
  }
  const [node, move, why] = frame.skips, list = []
  for (let k = lowerBound(node, i); node[k] === i; k++) list.push([move[k], why[k]])
  return list
}

/** Parents, and for each level its nodes in order. */
function indexTrace(frame) {
  const { size, count } = frame, parent = new Uint32Array(count), level = new Uint16Array(count)
  const ends = new Uint32Array(65536), open = new Uint32Array(65536), counts = new Uint32Array(65536)
  let l = 0
  for (let i = 0; i < count; i++) {
    while (l && ends[l - 1] <= i) l--
    parent[i] = l ? open[l - 1] : NONE
    counts[level[i] = l]++
    ends[l] = i + size[i]
    open[l++] = i
  }
  const rows = []
  for (let k = 0; k < 65536 && counts[k]; k++) rows.push(new Uint32Array(counts[k]))
  counts.fill(0)
  for (let i = 0; i < count; i++) rows[level[i]][counts[level[i]]++] = i
  return Object.assign(frame, { parent, level, rows })
}

/** First place in the sorted row whose node is `x` or behind it, looked for from `from` on in growing steps. */
export function lowerBound(row, x, from = 0) {
  let step = 1, low = from
  while (low + step < row.length && row[low + step] < x) { low += step; step *= 2 }
  let high = Math.min(row.length, low + step + 1)
  while (low < high) { const mid = low + high >> 1; if (row[mid] < x) low = mid + 1; else high = mid }
  return low
}

const square = s => 'abcdefgh'[s & 7] + ((s >> 3) + 1)
/** As in UCI; castling is king takes rook. */
export function moveText(bits) {
  if (!bits) return ''
  return square(bits >> 6 & 63) + square(bits & 63) + (bits & 0x8000 ? 'nbrq'[bits >> 12 & 3] : '')
}

/** Whether a move is what somebody typed: d7d5, d5, Nf6, exd5, O-O. */
export function matches(board, bits, typed) {
  if (moveText(bits) === typed.toLowerCase()) return true
  const from = bits >> 6 & 63, to = bits & 63, piece = board[from].toUpperCase()
  const castled = piece === 'K' && board[to] && (board[to] === board[to].toUpperCase()) === (board[from] === piece)
  if (/^[O0]-[O0](-[O0])?[+#]?$/i.test(typed)) return !!castled && (to > from) === (typed.length < 5)
  const [, man, file, rank, target, made] = /^([KQRBN])?([a-h])?([1-8])?x?([a-h][1-8])=?([QRBN])?[+#]?$/.exec(typed) ?? []
  return !!target && !castled && (man ?? 'P') === piece && square(to) === target && (!file || 'abcdefgh'[from & 7] === file) && (!rank || (from >> 3) + 1 === Number(rank))
    && (bits & 0x8000 ? 'NBRQ'[bits >> 12 & 3] === (made ?? 'Q') : !made)
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

/** The turn was passed; else a node without a move is a root, or its parent's position searched again. */
export const isPass = (frame, i) => !frame.move[i] && frame.parent[i] !== NONE && frame.ply[i] !== frame.ply[frame.parent[i]]
export const lineOf = (frame, i) => pathOf(frame, i).filter(n => frame.move[n] || isPass(frame, n)).map(n => moveText(frame.move[n]) || 'pass')

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

/** Which nodes of `a` stand for lines that `b` did not search: 1 for those. `roots`: pairs of roots whose trees are walked
 * together, child by child with the same move; of several visits of one move the last counts. */
export function onlyIn(a, b, roots) {
  const only = new Uint8Array(a.count), stack = [...roots]
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

/** How often such a guess was wrong when it was measured (docs/learn.md); '' where it was not. */
const measured = (head, guess) => head.wrong?.[guess] ? ` Measured: ${head.wrong[guess]}.` : ''
const LEFT_OUT = { late_move: 'came too late in the order', history: 'did badly before', futility: 'seemed too far below the window', exchange: 'seemed to lose material',
  delta: 'seemed to win too little', evasion: 'came after enough answers to the check', not_considerable: 'gained too little' }

/** "Why was this cut?", in sentences; `number` writes a value. What is a guess says so, with the share of wrong ones. */
export function why(frame, head, i, number) {
  const cut = head.cutNames[frame.cut[i]]
  let text = reasonOf(frame, head, i, number)
  if (head.grounds[frame.cut[i]] === 'g') text += measured(head, cut)
  if (frame.reduction[i] > 0) text += ` It was searched ${frame.reduction[i] === 1 ? 'a ply' : `${frame.reduction[i]} plies`} less deep than earlier moves: a guess that late moves are worse.${measured(head, 'reduction')}`
  const guessed = new Map()
  for (const [, reason] of skippedAt(frame, i)) if (LEFT_OUT[head.skipNames[reason]]) guessed.set(reason, (guessed.get(reason) ?? 0) + 1)
  for (const [reason, count] of guessed)
    text += ` ${count === 1 ? 'One move was' : `${count} moves were`} left out that ${LEFT_OUT[head.skipNames[reason]]}: a guess.${measured(head, head.skipNames[reason])}`
  return text
}
function reasonOf(frame, head, i, number) {
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

/** The search as a sequence of steps, each of which enters or leaves a node. Before node i is entered, i nodes were
 * entered, and all of them but those on its path were left. */
export const stepOf = (frame, i) => 2 * i - frame.level[i]
/** The node of a step, and whether it is left. */
export function stepAt(frame, k) {
  let low = Math.max(0, k >> 1), high = Math.min(frame.count, low + frame.rows.length + 1)
  while (low < high) { const mid = low + high >> 1; if (stepOf(frame, mid) <= k) low = mid + 1; else high = mid }
  let node = low - 1
  const after = k - stepOf(frame, node)
  for (let n = 1; n < after; n++) node = frame.parent[node]
  return { node, leaves: after > 0 }
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
