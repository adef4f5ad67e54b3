// The viewer of a search tree: an icicle on a canvas over typed arrays. x is the order in which the
// nodes were entered, a node is as wide as its subtree, rows are levels. No framework, no rules of
// chess. `mount` is all that a page needs.

const COLUMNS = [['size', Uint32Array], ['value', Int32Array], ['alpha', Int32Array], ['beta', Int32Array],
  ['static', Int32Array], ['source', Uint32Array], ['move', Uint16Array], ['ply', Uint8Array],
  ['cut', Uint8Array], ['kind', Uint8Array], ['depth', Int8Array], ['reduction', Int8Array], ['skipped', Uint8Array]]
const NONE = 0xffffffff, OPEN = 0x7fffffff, NO_STATIC = -0x80000000

/** The columns of one frame; they lie on the buffer, nothing is copied. */
export function decodeFrame(buffer) {
  const head = new DataView(buffer)
  if (head.getUint32(0, true) !== 0x31544b52 || head.getUint16(4, true) !== 1) throw new Error('not a trace frame of version 1')
  const count = head.getUint32(20, true)
  const frame = { iteration: head.getUint16(6, true), first: head.getUint32(16, true), count }
  let at = 32
  for (const [name, Type] of COLUMNS) {
    frame[name] = new Type(buffer, at, count)
    at += (count * Type.BYTES_PER_ELEMENT + 3) & ~3
  }
  return frame
}

/** Parents, and for each level its nodes in order. */
export function indexFrame(frame) {
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

const REASONS = { none: '#9D988C', depth: '#ECE8DE', alpha: '#54C0CF', beta: '#146353', table: '#8C55C7', stand_pat: '#6A8825',
  mate: '#090909', stalemate: '#090909', draw: '#090909', stopped: '#D33' }
const GUESS = '#D98324'

/** First index in the sorted row whose node ends after x. */
function firstVisible(row, size, x) {
  let low = 0, high = row.length
  while (low < high) {
    const mid = (low + high) >> 1
    if (row[mid] + size[row[mid]] > x) high = mid
    else low = mid + 1
  }
  return low
}

export class Icicle {
  constructor(canvas, names) {
    Object.assign(this, { canvas, names, from: 0, to: 1, selected: 0, color: 'reason', rowHeight: 18 })
    this.reasons = names.cuts.map((cut, i) => REASONS[cut] ?? (names.grounds[i] === 'g' ? GUESS : '#9D988C'))
  }
  show(frame) {
    this.frame = frame
    this.from = 0
    this.to = frame.count
    this.selected = 0
    let most = 1
    for (let i = 0; i < frame.count; i++) if (Math.abs(frame.value[i]) < 100000) most = Math.max(most, Math.abs(frame.value[i]))
    this.most = most
    this.draw()
  }
  fill(i) {
    const f = this.frame
    if (this.color === 'depth') return `hsl(${200 - 12 * f.depth[i]} 45% 55%)`
    if (this.color === 'value') return `hsl(40 10% ${Math.round(50 + 45 * Math.max(-1, Math.min(1, f.value[i] / this.most)))}%)`
    return this.reasons[f.cut[i]]
  }
  draw() {
    if (this.waiting) return
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.paint() })
  }
  paint() {
    const { canvas, frame, from, to } = this, scale = devicePixelRatio || 1
    const width = canvas.clientWidth, height = canvas.clientHeight
    if (canvas.width !== width * scale || canvas.height !== height * scale) { canvas.width = width * scale; canvas.height = height * scale }
    const g = canvas.getContext('2d')
    g.setTransform(scale, 0, 0, scale, 0, 0)
    g.clearRect(0, 0, width, height)
    const perNode = width / (to - from), size = frame.size, h = this.rowHeight
    g.font = '11px system-ui'
    for (let l = 0; l < frame.rows.length && l * h < height; l++) {
      const row = frame.rows[l]
      // At most one node a pixel: what is narrower is drawn as its first one.
      for (let k = firstVisible(row, size, from); k < row.length && row[k] < to;) {
        const i = row[k], x = (i - from) * perNode, w = Math.max(1, size[i] * perNode)
        g.fillStyle = this.fill(i)
        g.fillRect(x, l * h, w > 3 ? w - 1 : w, h - 1)
        if (w > 34 && frame.move[i]) { g.fillStyle = '#000'; g.fillText(moveText(frame.move[i]), Math.max(x, 0) + 3, l * h + 13) }
        if (size[i] * perNode >= 1) k++
        else k = Math.max(k + 1, firstVisible(row, size, from + (Math.floor(x) + 1) / perNode))
      }
    }
    const i = this.selected, l = frame.level[i]
    g.strokeStyle = '#D33'
    g.lineWidth = 2
    g.strokeRect((i - from) * perNode, l * h, Math.max(2, size[i] * perNode), h - 1)
    this.frames = (this.frames ?? 0) + 1
  }
  at(x, y) {
    const row = this.frame.rows[Math.floor(y / this.rowHeight)]
    if (!row) return -1
    const wanted = this.from + x * (this.to - this.from) / this.canvas.clientWidth
    const i = row[firstVisible(row, this.frame.size, wanted)]
    return i !== undefined && i <= wanted + 1 ? i : -1
  }
  zoom(factor, x = this.canvas.clientWidth / 2) {
    const span = this.to - this.from, next = Math.min(this.frame.count, Math.max(8, span * factor))
    const center = this.from + span * x / this.canvas.clientWidth
    this.from = Math.max(0, Math.min(this.frame.count - next, center - next * x / this.canvas.clientWidth))
    this.to = this.from + next
    this.draw()
  }
  pan(nodes) {
    const span = this.to - this.from
    this.from = Math.max(0, Math.min(this.frame.count - span, this.from + nodes))
    this.to = this.from + span
    this.draw()
  }
  reveal(i) {
    const end = i + this.frame.size[i], span = this.to - this.from
    if (i < this.from || i >= this.to || this.frame.size[i] * this.canvas.clientWidth < span * 2) {
      const next = Math.max(8, Math.min(span, this.frame.size[i] * 200))
      this.from = Math.max(0, Math.min(this.frame.count - next, (i + end) / 2 - next / 2))
      this.to = this.from + next
    }
    this.draw()
  }
}

const element = (tag, text, attributes = {}) => {
  const e = document.createElement(tag)
  if (text) e.textContent = text
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value)
  return e
}

/** The whole viewer in `host`; its data-* say whose tree it is. */
export function mount(host, frames) {
  const d = host.dataset, unit = Number(d.unit), names = { cuts: d.cuts.split(' '), grounds: d.grounds, kinds: d.kinds.split(' ') }
  const number = v => v >= OPEN ? '+∞' : v <= -OPEN ? '−∞' : String(+(v * unit).toPrecision(6))
  const canvas = element('canvas', '', { 'aria-hidden': 'true' }), side = element('section', '', { class: 'side', 'aria-label': 'Node' })
  const bar = element('div', '', { class: 'bar' }), icicle = new Icicle(canvas, names)
  host.append(element('h1', `${d.agent}, depth ${d.depth}: ${Number(d.nodes).toLocaleString('en')} nodes`), bar, canvas, side)

  const pick = (label, values, change) => {
    const select = element('select', '', { 'aria-label': label })
    for (const [value, text] of values) select.append(element('option', text, { value }))
    select.onchange = () => change(select.value)
    bar.append(select)
    return select
  }
  pick('Iteration', frames.map((f, i) => [i, `iteration ${f.iteration}`]).reverse(), i => open(Number(i)))
  pick('Colour', [['reason', 'colour: reason'], ['value', 'colour: value'], ['depth', 'colour: depth']], c => { icicle.color = c; icicle.draw() })
  const press = (text, key, action) => {
    const button = element('button', text, { title: `key ${key}` })
    button.onclick = action
    bar.append(button)
  }
  press('zoom in', '+', () => icicle.zoom(0.5))
  press('zoom out', '-', () => icicle.zoom(2))
  press('all', '0', () => icicle.zoom(1e9))
  const find = element('input', '', { 'aria-label': 'Find a line', placeholder: 'find: d7d5 c2c4' })
  find.onkeydown = event => { if (event.key === 'Enter') findLine(find.value) }
  bar.append(find)
  for (const [cut, text] of [['none', 'searched'], ['alpha', 'alpha'], ['beta', 'beta'], ['table', 'table'], ['stand_pat', 'stand pat'], ['depth', 'depth'], ['mate', 'end of game'], ['guess', 'guess']])
    bar.append(element('span', '', { class: 'key', style: `background:${REASONS[cut] ?? GUESS}` }), text)

  const children = i => {
    const list = [], f = icicle.frame
    for (let c = i + 1; c < i + f.size[i] && list.length < 60; c += f.size[c]) list.push(c)
    return list
  }
  const line = i => {
    const moves = []
    for (; i !== NONE; i = icicle.frame.parent[i]) if (icicle.frame.move[i]) moves.unshift(moveText(icicle.frame.move[i]))
    return moves.join(' ') || '(root)'
  }
  const label = i => {
    const f = icicle.frame
    return `${moveText(f.move[i]) || names.kinds[f.kind[i]]}, value ${number(f.value[i])}, window ${number(f.alpha[i])} to ${number(f.beta[i])}, ${names.cuts[f.cut[i]]}`
      + (f.skipped[i] ? `, ${f.skipped[i]} moves not tried` : '')
  }
  function select(i, reveal = true) {
    const f = icicle.frame
    if (!(i >= 0 && i < f.count)) return
    icicle.selected = i
    if (reveal) icicle.reveal(i)
    else icicle.draw()
    const g = names.grounds[f.cut[i]], facts = element('dl')
    const add = (name, value) => facts.append(element('dt', name), element('dd', value))
    add('line', line(i))
    add('value', number(f.value[i]))
    add('window', `${number(f.alpha[i])} … ${number(f.beta[i])}`)
    add('static', f.static[i] === NO_STATIC ? 'none' : number(f.static[i]))
    add('cut', `${names.cuts[f.cut[i]]} (${g === 'g' ? 'a guess' : g === 'p' ? 'proven' : 'a fact'})`)
    add('kind', names.kinds[f.kind[i]])
    add('depth left', `${f.depth[i]}${f.reduction[i] ? `, reduced by ${f.reduction[i]}` : ''}`)
    add('nodes', f.size[i].toLocaleString('en'))
    add('not tried', String(f.skipped[i]))
    if (f.source[i] !== NONE) add('table', `entry of node ${f.source[i]}`)
    const list = element('ul', '', { 'aria-label': 'Moves searched' })
    for (const c of children(i)) {
      const item = element('li'), button = element('button', label(c))
      button.onclick = () => select(c)
      item.append(button)
      list.append(item)
    }
    const note = element('p', g === 'f' ? '' : 'Why, and the proof: open it in Rookery: ')
    if (g !== 'f') note.append(element('code', `rookery tree --agent ${d.agent} --depth ${d.depth} --fen '${d.fen}' --line '${line(i).replace('(root)', '')}'`))
    side.replaceChildren(facts, note, list)
  }
  function findLine(text) {
    let i = 0
    for (const move of text.trim().split(/\s+/)) {
      const f = icicle.frame
      let next = -1
      for (let c = i + 1; c < i + f.size[i]; c += f.size[c]) if (moveText(f.move[c]) === move) next = c
      if (next < 0) return
      i = next
    }
    select(i)
  }
  function sibling(step) {
    const f = icicle.frame, i = icicle.selected, parent = f.parent[i]
    if (step > 0) { const next = i + f.size[i]; if (next < f.count && f.parent[next] === parent) select(next) }
    else if (parent !== NONE) { let before = -1; for (let c = parent + 1; c < i; c += f.size[c]) before = c; select(before) }
  }
  addEventListener('keydown', event => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
    const f = icicle.frame, i = icicle.selected
    const act = { ArrowRight: () => event.shiftKey ? sibling(1) : select(i + 1), ArrowLeft: () => event.shiftKey ? sibling(-1) : select(i - 1),
      ArrowDown: () => f.size[i] > 1 && select(i + 1), ArrowUp: () => f.parent[i] !== NONE && select(f.parent[i]),
      '+': () => icicle.zoom(0.5), '-': () => icicle.zoom(2), 0: () => icicle.zoom(1e9), '/': () => find.focus() }[event.key]
    if (act) { event.preventDefault(); act() }
  })
  canvas.onwheel = event => { event.preventDefault(); icicle.zoom(event.deltaY > 0 ? 1.25 : 0.8, event.offsetX) }
  let held = null
  canvas.onpointerdown = event => { held = { x: event.offsetX, moved: false }; canvas.setPointerCapture(event.pointerId) }
  canvas.onpointermove = event => {
    if (!held) return
    const dx = event.offsetX - held.x
    if (Math.abs(dx) > 3) held.moved = true
    if (held.moved) { icicle.pan(-dx * (icicle.to - icicle.from) / canvas.clientWidth); held.x = event.offsetX }
  }
  canvas.onpointerup = event => { if (held && !held.moved) select(icicle.at(event.offsetX, event.offsetY), false); held = null }
  addEventListener('resize', () => icicle.draw())
  function open(index) { icicle.show(frames[index].rows ? frames[index] : indexFrame(frames[index])); select(0) }
  open(frames.length - 1)
  return { icicle, select, open }
}

/** In a saved page the frames stand in the document, as base64. */
const saved = document.querySelectorAll('script.frame')
if (saved.length) {
  const decode = text => Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer
  const frames = [...saved].map(script => decodeFrame(decode(script.textContent)))
  for (const script of saved) script.remove()
  globalThis.rookeryTree = mount(document.getElementById('tree'), frames)
}
