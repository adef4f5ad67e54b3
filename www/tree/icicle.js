// The picture of a tree: an icicle on a canvas over typed arrays. x is the order in which the nodes were entered, a
// node is as wide as its subtree, rows are levels. With few nodes in view also as nodes and links.
import { moveText } from './frame.js'

export const REASONS = { none: '#9D988C', depth: '#ECE8DE', alpha: '#54C0CF', beta: '#146353', table: '#8C55C7', stand_pat: '#6A8825',
  mate: '#090909', stalemate: '#090909', draw: '#090909', stopped: '#D33' }
export const GUESS = '#D98324'
export const MOST_LINKS = 2000

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
  constructor(canvas, head) {
    Object.assign(this, { canvas, head, from: 0, to: 1, selected: 0, color: 'reason', rowHeight: 18, links: false, only: null, minimal: null, upTo: -1, legend: null })
    this.reasons = head.cutNames.map((cut, i) => head.grounds[i] === 'g' ? GUESS : REASONS[cut] ?? '#9D988C')
  }
  show(frame) {
    Object.assign(this, { frame, from: 0, to: frame.count, selected: 0, only: null, minimal: null, upTo: -1 })
    let most = 1
    for (let i = 0; i < frame.count; i++) if (Math.abs(frame.value[i]) < 100000) most = Math.max(most, Math.abs(frame.value[i]))
    this.most = most
    this.draw()
  }
  fill(i) {
    const f = this.frame
    if (this.legend && this.reasons[f.cut[i]] !== this.legend) return '#8885'
    if (this.color === 'depth') return `hsl(${200 - 12 * f.depth[i]} 45% 55%)`
    if (this.color === 'value') return `hsl(40 10% ${Math.round(50 + 45 * Math.max(-1, Math.min(1, (this.head.white ? 1 : -1) * f.value[i] / this.most)))}%)`
    return this.reasons[f.cut[i]]
  }
  draw() {
    if (this.waiting) return
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.paint() })
  }
  paint() {
    const { canvas } = this, scale = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) { canvas.width = Math.round(width * scale); canvas.height = Math.round(height * scale) }
    const g = canvas.getContext('2d')
    g.setTransform(scale, 0, 0, scale, 0, 0)
    g.clearRect(0, 0, width, height)
    g.font = '11px system-ui'
    if (this.links && this.to - this.from <= MOST_LINKS) this.paintLinks(g, width, height)
    else {
      this.rowHeight = Math.max(12, Math.min(32, Math.floor(height / this.frame.rows.length)))
      this.paintBars(g, width, height)
    }
    this.frames = (this.frames ?? 0) + 1
  }
  paintBars(g, width, height) {
    const { frame, from, to } = this, perNode = width / (to - from), size = frame.size, h = this.rowHeight
    for (let l = 0; l < frame.rows.length && l * h < height; l++) {
      const row = frame.rows[l]
      // At most one node a pixel: what is narrower is drawn as its first one.
      for (let k = firstVisible(row, size, from); k < row.length && row[k] < to;) {
        const i = row[k], x = (i - from) * perNode, w = Math.max(1, size[i] * perNode)
        g.globalAlpha = this.upTo >= 0 && i > this.upTo ? 0.15 : this.minimal && !this.minimal[i] ? 0.25 : 1
        g.fillStyle = this.fill(i)
        g.fillRect(x, l * h, w > 3 ? w - 1 : w, h - 1)
        if (this.only?.[i]) this.hatch(g, x, l * h, w, h)
        if (w > 34 && frame.move[i]) { g.fillStyle = this.color === 'reason' && frame.cut[i] && !['depth', 'alpha'].includes(this.head.cutNames[frame.cut[i]]) ? '#fff' : '#000'; g.fillText(moveText(frame.move[i]), Math.max(x, 0) + 3, l * h + h / 2 + 4) }
        if (size[i] * perNode >= 1) k++
        else k = Math.max(k + 1, firstVisible(row, size, from + (Math.floor(x) + 1) / perNode))
      }
    }
    g.globalAlpha = 1
    const i = this.selected, l = frame.level[i]
    g.strokeStyle = '#D33'
    g.lineWidth = 2
    g.strokeRect((i - from) * perNode, l * h, Math.max(2, size[i] * perNode), h - 1)
  }
  /** Only this search went there. */
  hatch(g, x, y, w, h) {
    g.strokeStyle = '#0007'
    g.lineWidth = 1
    g.beginPath()
    for (let d = 0; d < Math.min(w, 2000); d += 5) { g.moveTo(x + d, y + h - 1); g.lineTo(Math.min(x + d + 5, x + w), y) }
    g.stroke()
  }
  /** A node stands above the middle of what is below it. */
  place(i, width) {
    const f = this.frame, perNode = width / (this.to - this.from)
    return [(Math.max(i, this.from) + Math.min(i + f.size[i], this.to)) / 2 * perNode - this.from * perNode, 14 + f.level[i] * this.linkHeight]
  }
  paintLinks(g, width, height) {
    const f = this.frame, first = Math.max(0, Math.floor(this.from)), last = Math.min(f.count, Math.ceil(this.to))
    this.linkHeight = Math.max(24, Math.min(70, (height - 30) / Math.max(1, f.rows.length - 1)))
    const shown = new Set()
    for (let i = first; i < last; i++) for (let n = i; n !== 0xffffffff && !shown.has(n); n = f.parent[n]) shown.add(n)
    g.strokeStyle = '#8888'
    g.lineWidth = 1
    for (const i of shown) {
      if (f.parent[i] === 0xffffffff) continue
      const [x, y] = this.place(i, width), [px, py] = this.place(f.parent[i], width)
      g.beginPath(); g.moveTo(px, py); g.lineTo(x, y); g.stroke()
    }
    const room = width / (last - first)
    for (const i of shown) {
      const [x, y] = this.place(i, width)
      g.fillStyle = this.fill(i)
      g.strokeStyle = i === this.selected ? '#D33' : this.only?.[i] ? '#000' : '#5558'
      g.lineWidth = i === this.selected ? 3 : 1
      g.beginPath(); g.arc(x, y, Math.max(3, Math.min(8, room * 2)), 0, 7); g.fill(); g.stroke()
      if (room * f.size[i] > 40 && f.move[i]) { g.fillStyle = getComputedStyle(this.canvas).color; g.fillText(moveText(f.move[i]), x + 9, y + 4) }
    }
  }
  at(x, y) {
    if (this.links && this.to - this.from <= MOST_LINKS) {
      let best = -1, nearest = 400
      for (let i = Math.max(0, Math.floor(this.from)); i < Math.min(this.frame.count, this.to); i++) {
        const [nx, ny] = this.place(i, this.canvas.clientWidth), d = (nx - x) ** 2 + (ny - y) ** 2
        if (d < nearest) { nearest = d; best = i }
      }
      return best
    }
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
