// The picture of a tree: an icicle on a canvas over typed arrays. x is the order in which the nodes were entered, a
// node is as wide as its subtree, rows are levels. With few nodes in view also as nodes and links. The bars are written
// as pixels, one colour a node and column, so that the price of a frame is its pixels and not the nodes.
import { lowerBound, moveText, NONE } from './frame.js'

export const REASONS = { none: '#9D988C', depth: '#ECE8DE', alpha: '#54C0CF', beta: '#146353', table: '#8C55C7', stand_pat: '#6A8825',
  mate: '#090909', stalemate: '#090909', draw: '#090909', stopped: '#D33333' }
export const GUESS = '#D98324'
export const MOST_LINKS = 2000

/** '#RRGGBB' as a pixel (little endian: alpha, blue, green, red). */
const pixel = color => { const n = parseInt(color.slice(1), 16); return (0xff000000 | (n & 255) << 16 | n & 0xff00 | n >> 16) >>> 0 }
const dimmed = (color, share) => (color & 0xffffff | Math.round(share * 255) << 24) >>> 0
const cssOf = p => `rgb(${p & 255} ${p >> 8 & 255} ${p >> 16 & 255} / ${(p >>> 24) / 255})`
/** Whether black is better to read on it than white. */
const isBright = p => (p & 255) * 0.3 + (p >> 8 & 255) * 0.59 + (p >> 16 & 255) * 0.11 > 120
const mix = (a, b, share) => {
  const part = shift => Math.round((a >> shift & 255) * (1 - share) + (b >> shift & 255) * share) << shift
  return (0xff000000 | part(0) | part(8) | part(16)) >>> 0
}
const INK = pixel('#2B2722'), PAPER = pixel('#FFFDF6'), MIDDLE = pixel('#8E8779'), SHALLOW = pixel('#F2D492'), DEEP = pixel('#2D4A6B'), GREY = 0x55888888

export class Icicle {
  constructor(canvas, head) {
    Object.assign(this, { canvas, head, from: 0, to: 1, low: 0, high: 1, selected: 0, color: 'reason', rowHeight: 18, links: false, only: null, minimal: null, upTo: -1, legend: null, frames: 0 })
    this.reasons = head.cutNames.map((cut, i) => pixel(head.grounds[i] === 'g' ? GUESS : REASONS[cut] ?? '#9D988C'))
    this.values = Array.from({ length: 201 }, (_, k) => k < 100 ? mix(INK, MIDDLE, k / 100) : mix(MIDDLE, PAPER, (k - 100) / 100))
  }
  /** Nodes [low, high) of the frame, which begins with a root. */
  show(frame, low, high) {
    Object.assign(this, { frame, low, high, from: low, to: high, selected: low, only: null, minimal: null, upTo: -1 })
    this.levels = frame.rows.findIndex(row => { const k = lowerBound(row, low); return k === row.length || row[k] >= high })
    if (this.levels < 0) this.levels = frame.rows.length
    // What counts as much is told by nineteen of twenty nodes: a few lost queens do not make all else grey.
    const some = [], step = Math.max(1, Math.floor((high - low) / 4096))
    for (let i = low; i < high; i += step) if (Math.abs(frame.value[i]) < 1e8) some.push(Math.abs(frame.value[i]))
    some.sort((a, b) => a - b)
    this.most = Math.max(1, some[Math.floor(some.length * 0.95)] ?? 1)
    let deepest = 1
    for (let i = low; i < Math.min(high, low + 10000); i++) deepest = Math.max(deepest, frame.depth[i])
    this.depths = Array.from({ length: 256 }, (_, k) => mix(SHALLOW, DEEP, Math.max(0, Math.min(1, ((k << 24) >> 24) / deepest))))
    this.draw()
  }
  pixelOf(color) { return pixel(color) }
  /** The color of a node, as a pixel. */
  fill(i) {
    const f = this.frame
    if (this.legend !== null && this.reasons[f.cut[i]] !== this.legend) return GREY
    if (this.color === 'depth') return this.depths[f.depth[i] & 255]
    if (this.color === 'value') return this.values[Math.round(100 + 100 * Math.max(-1, Math.min(1, (this.head.white ? 1 : -1) * f.value[i] / this.most)))]
    return this.reasons[f.cut[i]]
  }
  /** The same, paler where the search has not come yet, or where a perfect order would not have gone. */
  shade(i) {
    const color = this.fill(i)
    if (this.upTo >= 0 && i > this.upTo) return dimmed(color, 0.15)
    return this.minimal && !this.minimal[i] ? dimmed(color, 0.25) : color
  }
  draw() {
    if (this.waiting) return
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.paint() })
  }
  paint() {
    const { canvas } = this, scale = devicePixelRatio || 1, width = Math.round(canvas.clientWidth * scale), height = Math.round(canvas.clientHeight * scale)
    if (!this.frame || !width || !height) return
    if (canvas.width !== width || canvas.height !== height || !this.image) {
      canvas.width = width
      canvas.height = height
      this.image = new ImageData(width, height)
      this.pixels = new Uint32Array(this.image.data.buffer)
      this.row = new Uint32Array(width)
    }
    const g = this.context ??= canvas.getContext('2d')
    this.style = getComputedStyle(canvas).color
    g.setTransform(1, 0, 0, 1, 0, 0)
    this.rowHeight = Math.max(12, Math.min(48, Math.floor(canvas.clientHeight / this.levels)))
    if (this.links && this.to - this.from <= MOST_LINKS) {
      g.clearRect(0, 0, width, height)
      g.setTransform(scale, 0, 0, scale, 0, 0)
      this.paintLinks(g, canvas.clientWidth, canvas.clientHeight)
    } else this.paintBars(g, width, height, scale)
    this.frames++
  }
  paintBars(g, width, height, scale) {
    const { frame, from, to, pixels, row: line } = this, { size, move } = frame, h = Math.round(this.rowHeight * scale), labels = []
    const perNode = width / (to - from), least = 34 * scale, first = Math.floor(from)
    pixels.fill(0)
    for (let l = 0; l < this.levels && l * h < height; l++) {
      const row = frame.rows[l], y = l * h
      line.fill(0)
      // The last node that begins before the view may reach into it.
      let k = lowerBound(row, first)
      if (k && row[k - 1] + size[row[k - 1]] > from) k--
      let hatched = false
      while (k < row.length && row[k] < to) {
        const i = row[k], x = (i - from) * perNode, end = x + size[i] * perNode
        const x0 = Math.max(0, Math.floor(x)), x1 = Math.min(width, Math.max(x0 + 1, Math.floor(end) - (end - x > 3 ? 1 : 0)))
        const color = this.shade(i)
        if (x1 - x0 === 1) line[x0] = color
        else line.fill(color, x0, x1)
        if (this.only?.[i]) hatched = true
        if (end - x > least && move[i]) labels.push(i, Math.max(x, 0), y, color)
        // At most one node a pixel: what is narrower is drawn as its first one.
        if (end - x >= 1) k++
        else {
          const next = from + (x0 + 1) / perNode
          k = lowerBound(row, next, k + 1)
          if (row[k - 1] !== i && row[k - 1] + size[row[k - 1]] > next) k--
        }
      }
      const bottom = Math.min(height, y + h - 1)
      for (let at = y; at < bottom; at++) pixels.set(line, at * width)
      if (hatched) this.hatch(row, y, bottom, width, perNode)
    }
    g.putImageData(this.image, 0, 0)
    g.font = `${11 * scale}px system-ui, sans-serif`
    g.textBaseline = 'middle'
    for (let n = 0; n < labels.length; n += 4) {
      g.fillStyle = (labels[n + 3] >>> 24) < 128 ? this.style : isBright(labels[n + 3]) ? '#000' : '#fff'
      g.fillText(moveText(move[labels[n]]), labels[n + 1] + 3 * scale, labels[n + 2] + h / 2)
    }
    const i = this.selected
    g.strokeStyle = '#D33'
    g.lineWidth = 2 * scale
    g.strokeRect((i - from) * perNode, frame.level[i] * h + scale, Math.max(3 * scale, size[i] * perNode - 1), h - 3 * scale)
  }
  /** Only this search went there: slanted lines over its nodes. */
  hatch(row, y, bottom, width, perNode) {
    const { pixels, from, only, frame } = this
    for (let x = 0, k = Math.max(0, lowerBound(row, Math.floor(from)) - 1); x < width; x++) {
      const at = from + (x + 0.5) / perNode
      while (k + 1 < row.length && row[k + 1] <= at) k++
      if (!only[row[k]] || row[k] > at || row[k] + frame.size[row[k]] <= at) continue
      for (let line = y + (6 - (x + y) % 6) % 6; line < bottom; line += 6) if (pixels[line * width + x]) pixels[line * width + x] = 0xff000000
    }
  }
  /** A node stands above the middle of what is below it. */
  place(i, width) {
    const f = this.frame, perNode = width / (this.to - this.from)
    return [(Math.max(i, this.from) + Math.min(i + f.size[i], this.to)) / 2 * perNode - this.from * perNode, 14 + f.level[i] * this.linkHeight]
  }
  paintLinks(g, width, height) {
    const f = this.frame, first = Math.max(this.low, Math.floor(this.from)), last = Math.min(this.high, Math.ceil(this.to))
    this.linkHeight = Math.max(24, Math.min(70, (height - 30) / Math.max(1, this.levels - 1)))
    const shown = new Set()
    for (let i = first; i < last; i++) for (let n = i; n !== NONE && !shown.has(n); n = f.parent[n]) shown.add(n)
    g.strokeStyle = '#8888'
    g.lineWidth = 1
    g.beginPath()
    for (const i of shown) {
      if (f.parent[i] === NONE) continue
      const [x, y] = this.place(i, width), [px, py] = this.place(f.parent[i], width)
      g.moveTo(px, py)
      g.lineTo(x, y)
    }
    g.stroke()
    g.font = '11px system-ui, sans-serif'
    g.textBaseline = 'middle'
    const room = width / (last - first)
    for (const i of shown) {
      const [x, y] = this.place(i, width)
      g.fillStyle = cssOf(this.shade(i))
      g.strokeStyle = i === this.selected ? '#D33' : this.only?.[i] ? '#000' : '#5558'
      g.lineWidth = i === this.selected ? 3 : 1
      g.beginPath(); g.arc(x, y, Math.max(3, Math.min(8, room * 2)), 0, 7); g.fill(); g.stroke()
      if (room * f.size[i] > 40 && f.move[i]) { g.fillStyle = this.style; g.fillText(moveText(f.move[i]), x + 9, y) }
    }
  }
  at(x, y) {
    if (this.links && this.to - this.from <= MOST_LINKS) {
      let best = -1, nearest = 400
      for (let i = Math.max(this.low, Math.floor(this.from)); i < Math.min(this.high, this.to); i++) {
        const [nx, ny] = this.place(i, this.canvas.clientWidth), d = (nx - x) ** 2 + (ny - y) ** 2
        if (d < nearest) { nearest = d; best = i }
      }
      return best
    }
    const row = this.frame.rows[Math.floor(y / this.rowHeight)], perPixel = (this.to - this.from) / this.canvas.clientWidth
    if (!row) return -1
    const wanted = this.from + x * perPixel, k = lowerBound(row, wanted), before = row[k - 1]
    if (before !== undefined && before >= this.low && before + this.frame.size[before] > wanted - perPixel) return before
    return row[k] !== undefined && row[k] < this.high && row[k] <= wanted + perPixel ? row[k] : -1
  }
  /** Shows `span` nodes from `from` on, as far as there are so many. */
  view(from, span) {
    const most = this.high - this.low, next = Math.min(most, Math.max(Math.min(8, most), span))
    this.from = Math.max(this.low, Math.min(this.high - next, from))
    this.to = this.from + next
    this.draw()
  }
  zoom(factor, x = this.canvas.clientWidth / 2) {
    const span = this.to - this.from, share = x / this.canvas.clientWidth, next = Math.min(this.high - this.low, Math.max(8, span * factor))
    this.view(this.from + span * share - next * share, next)
  }
  pan(nodes) { this.view(this.from + nodes, this.to - this.from) }
  reveal(i) {
    const size = this.frame.size[i], span = this.to - this.from
    if (i >= this.from && i < this.to && size * this.canvas.clientWidth >= span * 2) return this.draw()
    const next = Math.max(8, Math.min(span, size * 200))
    this.view(i + size / 2 - next / 2, next)
  }
}
