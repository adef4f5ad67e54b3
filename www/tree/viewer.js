// The viewer of search trees: pictures, the node under the cursor, the search step by step. One piece of code for the
// page that `rookery tree --html` writes and for the Learn view of `rookery web`. No framework, no rules of chess.
import { boardAt, childrenOf, decodeBase64, decodeTrace, isPass, lineOf, matches, minimalTree, moveText, NO_STATIC, NONE, onlyIn, OPEN, pathOf, PSEUDOCODE, pseudoLine, skippedAt, stepAt, stepOf, why } from './frame.js'
import { GUESS, Icicle, MOST_LINKS, REASONS } from './icicle.js'

const element = (tag, text, attributes = {}, ...children) => {
  const e = document.createElement(tag)
  if (text) e.textContent = text
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value)
  e.append(...children)
  return e
}
const GLYPHS = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' }
const NAMES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }
const GROUNDS = { f: '', p: ' (proven)', g: ' (a guess)' }
/** Classic agents begin with a window of a million to either side: that is open, too. */
const WIDE = 1e6

/** One tree of the viewer: its head, its iterations, its picture. */
class Side {
  constructor(data, viewer) {
    const { trace, ...head } = data
    this.head = { ...head, unit: Number(data.unit), cutNames: data.cuts.split(' '), kindNames: data.kinds.split(' '), skipNames: data.skips.split(' '), white: data.fen.split(' ')[1] === 'w' }
    this.trace = decodeTrace(typeof trace === 'string' ? decodeBase64(trace) : trace)
    this.iterations = data.iterations.split(' ').map(text => { const [depth, first, count] = text.split(':').map(Number); return { depth, first, count } })
    this.canvas = element('canvas', '', { 'aria-hidden': 'true' })
    this.icicle = new Icicle(this.canvas, this.head)
    this.viewer = viewer
    this.listen()
  }
  get frame() { return this.icicle.frame }
  get selected() { return this.icicle.selected }
  number = v => v >= OPEN ? '+∞' : v <= -OPEN ? '−∞' : String(+(v * this.head.unit).toPrecision(6)).replace('-', '−')
  bound = v => this.number(v <= -WIDE ? -OPEN : v >= WIDE ? OPEN : v)
  window = i => `${this.bound(this.frame.alpha[i])} … ${this.bound(this.frame.beta[i])}`
  /** What it is called where it has no move: a root, a pass, a search of the same position again. */
  name(i) { return moveText(this.frame.move[i]) || (this.frame.parent[i] === NONE ? 'root' : isPass(this.frame, i) ? 'pass' : this.head.kindNames[this.frame.kind[i]].replace('_', ' ')) }
  reason(i) { const cut = this.head.cutNames[this.frame.cut[i]]; return cut === 'none' ? 'searched' : cut.replaceAll('_', ' ') }
  /** The iteration so many before the last one; -1: all of them. */
  show(back) {
    const it = this.iterations[Math.max(0, this.iterations.length - 1 - back)]
    if (back < 0) this.icicle.show(this.trace, 0, this.trace.count)
    else this.icicle.show(this.trace, it.first, it.first + it.count)
  }
  iterationOf(i) { return this.iterations.find(it => i < it.first + it.count) }
  /** Roots of what is shown: an iteration has several if it was repeated with a wider window. */
  roots(from = this.icicle.low, to = this.icicle.high) {
    const list = []
    for (let i = from; i < to; i += this.trace.size[i]) list.push(i)
    return list
  }
  label(i) {
    const f = this.frame
    return `${this.name(i)}, value ${this.number(f.value[i])}, window ${this.bound(f.alpha[i])} to ${this.bound(f.beta[i])}, ${this.reason(i)}`
      + (f.skipped[i] ? `, ${f.skipped[i]} moves not tried` : '')
  }
  /** From the last root on, by moves as in UCI or SAN. */
  find(moves, root = this.roots().pop()) {
    let i = root
    const f = this.frame
    for (const move of moves) {
      const board = boardAt(f, this.head.fen, i)
      let next = -1
      for (const c of childrenOf(f, i)) if (f.move[c] ? matches(board, f.move[c], move) : move === 'pass' && isPass(f, c)) next = c
      if (next < 0) return { node: i, whole: false }
      i = next
    }
    return { node: i, whole: true }
  }
  listen() {
    const { canvas, icicle } = this
    canvas.addEventListener('wheel', event => { event.preventDefault(); icicle.zoom(event.deltaY > 0 ? 1.25 : 0.8, event.offsetX) }, { passive: false })
    let held = null
    canvas.onpointerdown = event => { held = { x: event.offsetX, moved: false }; canvas.setPointerCapture(event.pointerId) }
    canvas.onpointermove = event => {
      if (!held) return this.viewer.hover(this, icicle.at(event.offsetX, event.offsetY))
      const dx = event.offsetX - held.x
      if (Math.abs(dx) > 3) held.moved = true
      if (held.moved) { icicle.pan(-dx * (icicle.to - icicle.from) / canvas.clientWidth); held.x = event.offsetX }
    }
    canvas.onpointerleave = () => this.viewer.hover(this, -1)
    canvas.onpointerup = event => { if (held && !held.moved) this.viewer.select(this, icicle.at(event.offsetX, event.offsetY), false); held = null }
  }
}

class Viewer {
  constructor(host, trees, hooks) {
    this.hooks = hooks
    this.sides = trees.map(tree => new Side(tree, this))
    this.active = this.sides[0]
    host.classList.add('tree-viewer')
    this.host = host
    host.viewer = this  // for scripts and measurements
    this.bar = element('div', '', { class: 'bar', role: 'toolbar', 'aria-label': 'Tree' })
    this.board = element('div', '', { class: 'board', role: 'img' })
    this.facts = element('dl')
    this.window = element('div', '', { class: 'window', 'aria-hidden': 'true' })
    this.reason = element('p', '', { class: 'why', 'aria-live': 'polite' })
    this.proof = element('p', '', { class: 'proof', role: 'status' })
    this.stack = element('ol', '', { 'aria-label': 'Call stack', class: 'stack' })
    this.code = element('pre', '', { 'aria-label': 'Pseudocode' })
    this.list = element('table', '', { 'aria-label': 'Moves searched at this node' })
    this.makeBar()
    this.makeSteps()
    const pictures = element('div', '', { class: 'pictures' })
    for (const side of this.sides)
      pictures.append(element('h2', `${side.head.agent}, depth ${side.head.depth}: ${Number(side.head.nodes).toLocaleString('en')} nodes`), side.canvas)
    host.append(this.bar, element('section', '', { class: 'node', 'aria-label': 'Node' }, this.board, this.window, this.facts, this.reason, this.proveRow(), this.proof),
      pictures, this.scrub, element('section', '', { class: 'code', 'aria-label': 'Search' }, this.code, this.stack),
      element('section', '', { class: 'moves', 'aria-label': 'Moves', tabindex: '0' }, this.list))
    this.onKey = event => this.key(event)
    host.addEventListener('keydown', this.onKey)
    host.tabIndex = -1
    this.resize = new ResizeObserver(() => this.sides.forEach(side => side.icicle.draw()))
    for (const side of this.sides) this.resize.observe(side.canvas)
    this.open(0)
  }
  close() {
    this.resize.disconnect()
    clearInterval(this.timer)
    clearTimeout(this.telling)
    this.host.removeEventListener('keydown', this.onKey)
    this.host.replaceChildren()
  }

  // Controls ------------------------------------------------------------------------------------
  makeBar() {
    const pick = (label, values, change) => {
      const select = element('select', '', { 'aria-label': label })
      for (const [value, text] of values) select.append(element('option', text, { value }))
      select.onchange = () => change(select.value)
      this.bar.append(select)
      return select
    }
    const press = (text, key, action, pressed) => {
      const button = element('button', text, { title: key ? `key ${key}` : '', type: 'button', ...(pressed === undefined ? {} : { 'aria-pressed': 'false' }) })
      button.onclick = () => { const on = button.getAttribute('aria-pressed') !== 'true'; if (pressed !== undefined) button.setAttribute('aria-pressed', String(on)); action(on) }
      this.bar.append(button)
      return button
    }
    const first = this.sides[0]
    if (first.iterations.length > 1) this.iteration = pick('Iteration', [...first.iterations.map((it, i) => [first.iterations.length - 1 - i, `iteration ${it.depth}`]).reverse(), [-1, `all ${first.iterations.length} iterations`]], back => this.open(Number(back)))
    pick('Colour', [['reason', 'colour: reason'], ['value', 'colour: value'], ['depth', 'colour: depth']], c => this.each(i => { i.color = c }))
    press('zoom in', '+', () => this.each(i => i.zoom(0.5)))
    press('zoom out', '-', () => this.each(i => i.zoom(2)))
    press('all', '0', () => this.each(i => i.zoom(1e9)))
    this.linkButton = press('links', 'l', on => this.each(i => { i.links = on }), false)
    this.linkButton.title = `key l; nodes and links, where at most ${MOST_LINKS.toLocaleString('en')} nodes are in view`
    this.minimalButton = press('minimal tree', 'i', on => this.sides.forEach(s => { s.icicle.minimal = on ? minimalTree(s.frame) : null; s.icicle.draw() }), false)
    if (this.sides.length > 1) this.onlyButton = press('only here', 'o', on => this.difference(on), false)
    this.findBox = element('input', '', { 'aria-label': 'Find a line', placeholder: 'find: d5 c4' })
    this.findBox.onkeydown = event => {
      if (event.key !== 'Enter') return
      const { node, whole } = this.active.find(this.findBox.value.trim().split(/\s+/).filter(Boolean))
      this.findBox.setAttribute('aria-invalid', String(!whole))
      this.select(this.active, node)
    }
    this.bar.append(this.findBox)
    for (const [cut, text] of [['none', 'searched'], ['alpha', 'alpha'], ['beta', 'beta'], ['table', 'table'], ['stand_pat', 'stand pat'], ['depth', 'depth'], ['mate', 'end of game'], ['guess', 'guess']]) {
      const color = REASONS[cut] ?? GUESS
      const button = press(text, '', on => {
        for (const other of this.bar.querySelectorAll('.legend')) if (other !== button) other.setAttribute('aria-pressed', 'false')
        this.each(i => { i.legend = on ? i.pixelOf(color) : null })
      }, false)
      button.title = `show only these: ${text}`
      button.classList.add('legend')
      button.prepend(element('span', '', { class: 'key', style: `background:${color}` }))
    }
  }
  makeSteps() {
    this.slider = element('input', '', { type: 'range', min: '0', value: '0', 'aria-label': 'Step of the search' })
    this.slider.oninput = () => this.step(Number(this.slider.value))
    this.speed = element('select', '', { 'aria-label': 'Steps a second' })
    for (const n of [1, 5, 20, 100, 1000]) this.speed.append(element('option', `${n} a second`, { value: n }))
    this.speed.value = '5'
    this.stepText = element('span', '', { class: 'step' })
    const button = (text, name, action) => {
      const b = element('button', text, { type: 'button', 'aria-label': name })
      b.onclick = action
      return b
    }
    this.playButton = button('play', 'Play the search', () => this.play())
    this.scrub = element('div', '', { class: 'scrub', role: 'group', 'aria-label': 'The search step by step' }, button('|<', 'First step', () => this.step(0)), button('<', 'Step back', () => this.step(this.at - 1)),
      this.playButton, button('>', 'Step forward', () => this.step(this.at + 1)), button('>|', 'Last step', () => this.step(Infinity)), this.slider, this.stepText, this.speed)
  }
  proveRow() {
    this.proveButton = element('button', 'Prove it', { type: 'button' })
    this.proveButton.onclick = () => this.prove()
    this.outside = element('p', '', { class: 'outside' })
    return element('div', '', {}, this.proveButton, this.outside)
  }

  // State ---------------------------------------------------------------------------------------
  each(change) { for (const side of this.sides) { change(side.icicle); side.icicle.draw() } }
  /** The iteration so many before the last one; of a second tree as well. */
  open(back) {
    this.back = back
    if (this.iteration) this.iteration.value = String(back)
    for (const button of [this.minimalButton, this.onlyButton]) button?.setAttribute('aria-pressed', 'false')
    for (const side of this.sides) side.show(back)
    this.bounds(this.active)
    this.select(this.active, this.active.icicle.low)
  }
  /** The steps of what is shown. */
  bounds(side) {
    this.slider.min = String(2 * side.icicle.low)
    this.slider.max = String(2 * side.icicle.high - 1)
  }
  difference(on) {
    const [a, b] = this.sides
    // Roots of the same iteration belong together; where the other has no such one, its last.
    const pairs = (x, y) => x.roots().map(root => {
      const it = y.iterations.find(other => other.depth === x.iterationOf(root).depth)
      return [root, (this.back < 0 && it ? y.roots(it.first, it.first + it.count) : y.roots()).pop()]
    })
    a.icicle.only = on ? onlyIn(a.frame, b.frame, pairs(a, b)) : null
    b.icicle.only = on ? onlyIn(b.frame, a.frame, pairs(b, a)) : null
    this.each(() => {})
    const told = s => `${s.head.agent}: ${s.icicle.only.subarray(s.icicle.low, s.icicle.high).reduce((n, x) => n + x, 0).toLocaleString('en')} of ${(s.icicle.high - s.icicle.low).toLocaleString('en')} nodes only here`
    this.proof.textContent = on ? `${told(a)}; ${told(b)}.` : ''
  }
  hover(side, i) { this.describe(i >= 0 ? side : this.active, i >= 0 ? i : this.active.selected) }
  select(side, i, reveal = true) {
    if (!(i >= side.icicle.low && i < side.icicle.high)) return
    if (side !== this.active) { this.active = side; this.bounds(side) }
    side.icicle.selected = i
    if (reveal) side.icicle.reveal(i)
    else side.icicle.draw()
    const line = lineOf(side.frame, i)
    for (const other of this.sides) if (other !== side) { other.icicle.selected = other.find(line).node; other.icicle.reveal(other.icicle.selected) }
    this.proof.textContent = ''
    this.describe(side, i)
    this.showMoves(side, i)
    if (!this.stepping) this.showStep(side, stepOf(side.frame, i))
    // Browsers do not like it if the address changes with every frame.
    clearTimeout(this.telling)
    this.telling = setTimeout(() => this.hooks.selected?.(this.place()), 150)
  }
  /** Where we are, for the address: the iteration, the line, and the node, which tells visits of one line apart. */
  place() {
    const { active: side } = this, i = side.selected
    return `it=${side.iterationOf(i).depth}&line=${lineOf(side.frame, i).join('.')}&node=${i}`
  }
  /** There again. A search may have changed since: then as far as the line goes. */
  go(place) {
    const wanted = new URLSearchParams(place), side = this.active, at = Number(wanted.get('node') ?? -1), line = wanted.get('line') ?? ''
    if (!wanted.has('it')) return
    const back = side.iterations.length - 1 - side.iterations.findLastIndex(it => it.depth === Number(wanted.get('it')))
    if (back < side.iterations.length) this.open(back)
    const isThere = at >= side.icicle.low && at < side.icicle.high && lineOf(side.frame, at).join('.') === line
    this.select(side, isThere ? at : side.find(line.split('.').filter(Boolean)).node)
  }
  // What is seen --------------------------------------------------------------------------------
  describe(side, i) {
    const { frame: f, head, number } = side, ground = head.grounds[f.cut[i]]
    const squares = boardAt(f, head.fen, i), bits = f.move[i]
    this.board.replaceChildren(...squares.map((_, k) => {
      const at = (7 - (k >> 3)) * 8 + (k & 7), piece = squares[at]
      return element('span', piece ? GLYPHS[piece.toLowerCase()] : '', { class: `${((at >> 3) + at) % 2 ? 'light' : 'dark'}${bits && (at === (bits & 63) || at === (bits >> 6 & 63)) ? ' moved' : ''} ${piece && piece === piece.toUpperCase() ? 'w' : 'b'}` })
    }))
    this.board.setAttribute('aria-label', 'Board: ' + squares.map((p, at) => p && `${p === p.toUpperCase() ? 'white' : 'black'} ${NAMES[p.toLowerCase()]} ${'abcdefgh'[at & 7]}${(at >> 3) + 1}`).filter(Boolean).join(', '))
    const reduced = f.reduction[i] ? `, reduced by ${f.reduction[i]}` : ''
    const rows = [['line', lineOf(f, i).join(' ') || '(root)'], ['value', number(f.value[i])], ['window', side.window(i)],
      ['static', f.static[i] === NO_STATIC ? 'none' : number(f.static[i])], ['reason', side.reason(i) + GROUNDS[ground]], ['kind', head.kindNames[f.kind[i]].replace('_', ' ')],
      ['depth left', f.depth[i] + reduced], ['nodes', f.size[i].toLocaleString('en')], ['not tried', String(f.skipped[i]) + (f.skipped[i] === 255 ? ' or more' : '')]]
    const out = new Map()
    for (const [move, reason] of skippedAt(f, i)) out.set(reason, [...(out.get(reason) ?? []), moveText(move)])
    for (const [reason, moves] of out) rows.push([head.skipNames[reason].replace('_', ' '), moves.join(' ')])
    if (f.source[i] !== NONE) rows.push(['table', `entry of node ${f.source[i]}: ${lineOf(f, f.source[i]).join(' ') || 'root'}, iteration ${side.iterationOf(f.source[i]).depth}`])
    this.facts.replaceChildren(...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
    this.showWindow(side, i)
    this.reason.textContent = why(f, head, i, side.bound)
    const provable = ['alpha', 'beta', 'table'].includes(head.cutNames[f.cut[i]]) && ground === 'p'
    this.proveButton.hidden = !provable || !this.hooks.prove
    this.outside.replaceChildren()
    if (provable && !this.hooks.prove)
      this.outside.append('To prove it, open it in Rookery: ', element('code', `rookery tree --agent ${head.agent} --depth ${head.depth} --fen '${head.fen}' --line '${lineOf(f, i).join(' ')}' --prove`))
  }
  /** Alpha, beta and the value as bars on one scale. */
  showWindow(side, i) {
    const { frame: f } = side, most = Math.max(1, side.icicle.most), place = v => `${50 + 48 * Math.max(-1, Math.min(1, v / most))}%`
    this.window.replaceChildren(element('i', '', { class: 'open', style: `left:${place(f.alpha[i])};right:calc(100% - ${place(f.beta[i])})` }),
      element('i', '', { class: 'value', style: `left:${place(f.value[i])}` }))
  }
  showMoves(side, i) {
    const { frame: f, number } = side, rows = childrenOf(f, i, 60)
    const body = element('tbody')
    for (const c of rows) {
      const button = element('button', side.name(c), { type: 'button', 'aria-label': side.label(c) })
      button.onclick = () => { this.select(side, c); this.list.querySelector('button')?.focus() }
      body.append(element('tr', '', {}, element('th', '', { scope: 'row' }, button), element('td', number(f.value[c])), element('td', side.window(c)),
        element('td', side.reason(c)), element('td', f.size[c].toLocaleString('en'))))
    }
    const names = element('tr')
    for (const name of ['move', 'value', 'window', 'reason', 'nodes']) names.append(element('th', name, { scope: 'col' }))
    const caption = element('caption', rows.length ? `${lineOf(f, i).join(' ') || 'root'}: ${rows.length}${rows.length === 60 ? ' or more' : ''} moves searched` : `${side.label(i)}. Nothing below.`)
    this.list.replaceChildren(caption, element('thead', '', {}, names), body)
  }
  showStep(side, k) {
    this.at = Math.max(2 * side.icicle.low, Math.min(2 * side.icicle.high - 1, k))
    const { node, leaves } = stepAt(side.frame, this.at), cut = side.head.cutNames[side.frame.cut[node]]
    const name = side.frame.parent[node] === NONE ? 'the root' : side.name(node)
    this.slider.value = String(this.at)
    this.stepText.textContent = `step ${(this.at - 2 * side.icicle.low + 1).toLocaleString('en')} of ${(2 * (side.icicle.high - side.icicle.low)).toLocaleString('en')}: ${leaves ? `leaves ${name} with ${side.number(side.frame.value[node])}` : `enters ${name}`}`
    const marked = pseudoLine(cut, leaves)
    this.code.replaceChildren(...PSEUDOCODE.map((text, n) => element(n === marked ? 'mark' : 'span', text + '\n', n === marked ? { 'aria-current': 'step' } : {})))
    this.stack.replaceChildren(...pathOf(side.frame, node).map(n => element('li', `${side.name(n)} [${side.bound(side.frame.alpha[n])}, ${side.bound(side.frame.beta[n])}] depth ${side.frame.depth[n]}`)))
    return { node, leaves }
  }

  // The search step by step ---------------------------------------------------------------------
  step(k) {
    const side = this.active, { node, leaves } = this.showStep(side, k)
    side.icicle.upTo = this.at === 2 * side.icicle.high - 1 ? -1 : leaves ? node + side.frame.size[node] - 1 : node
    this.stepping = true
    this.select(side, node)
    this.stepping = false
  }
  play() {
    const running = this.timer
    clearInterval(this.timer)
    this.timer = 0
    this.playButton.textContent = running ? 'play' : 'stop'
    if (running) return
    const rate = Number(this.speed.value), each = Math.max(1, Math.round(rate / 30))
    this.timer = setInterval(() => {
      if (this.at >= 2 * this.active.icicle.high - 1) return this.play()
      this.step(this.at + each)
    }, 1000 * each / rate)
  }
  async prove() {
    const { active: side } = this, i = side.selected, f = side.frame, bound = v => Math.max(-1e9, Math.min(1e9, v * side.head.unit))
    this.proof.textContent = 'Searching the whole branch…'
    try {
      const found = await this.hooks.prove({ agent: side.head.agent, fen: side.head.fen, line: lineOf(f, i), depth: Math.max(1, f.depth[i]), value: f.value[i] * side.head.unit, alpha: bound(f.alpha[i]), beta: bound(f.beta[i]) })
      this.proof.textContent = `All of it searched, ${found.nodes.toLocaleString('en')} nodes: ${found.value}. The window is ${side.bound(f.alpha[i])} to ${side.bound(f.beta[i])}, so ${found.holds ? 'the cut could not matter' : 'the cut was wrong'}.`
    } catch (error) { this.proof.textContent = error.message }
  }
  sibling(step) {
    const { frame: f, selected: i } = this.active, parent = f.parent[i]
    if (parent === NONE) return
    const all = childrenOf(f, parent), next = all[all.indexOf(i) + step]
    if (next !== undefined) this.select(this.active, next)
  }
  key(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return
    const side = this.active, f = side.frame, i = side.selected, onButton = event.target instanceof HTMLButtonElement
    const act = { ArrowRight: () => event.shiftKey ? this.sibling(1) : this.step(this.at + 1), ArrowLeft: () => event.shiftKey ? this.sibling(-1) : this.step(this.at - 1),
      ArrowDown: () => f.size[i] > 1 && this.select(side, i + 1), ArrowUp: () => f.parent[i] !== NONE && this.select(side, f.parent[i]),
      '+': () => this.each(x => x.zoom(0.5)), '-': () => this.each(x => x.zoom(2)), 0: () => this.each(x => x.zoom(1e9)), '/': () => this.findBox.focus(),
      l: () => this.linkButton.click(), i: () => this.minimalButton.click(), o: () => this.onlyButton?.click(), ...(onButton ? {} : { ' ': () => this.play() }) }[event.key]
    if (act) { event.preventDefault(); act() }
  }
}

/** The whole viewer in `host`. `trees`: one or two objects {agent, depth, unit, fen, nodes, cuts, grounds, kinds, skips,
 * iterations, wrong, trace}; trace is the bytes of src/tree/frame.h, or their base64. `hooks`: prove(node),
 * selected(place). Returns it; go(place) selects a node, close() ends it. */
export function mount(host, trees, hooks = {}) { return new Viewer(host, trees, hooks) }

/** In a saved page the data stand in the document. */
const saved = [...document.querySelectorAll('.tree-data')]
if (saved.length) {
  const trees = saved.map(e => ({ ...e.dataset, wrong: JSON.parse(e.dataset.wrong || '{}'), trace: e.querySelector('script').textContent }))
  for (const e of saved) e.remove()
  const place = location.hash.slice(1)
  globalThis.rookeryTree = mount(document.getElementById('tree'), trees, { selected: at => history.replaceState(null, '', '#' + at) })
  globalThis.rookeryTree.go(place)
}
