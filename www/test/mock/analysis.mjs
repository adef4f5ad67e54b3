// Analysis trees and made-up engine lines.
import { Chess } from 'chess.js'
import { fromUci, position, spoken, uci } from './chess.mjs'

class MockAnalysis {
  constructor(server, id, fen) {
    Object.assign(this, { server, id, ch: `analysis/${id}`, rev: 0, tags: [['Event', '?'], ['White', '<script>alert(1)</script>'], ['Black', '?']], past: [] })
    this.nodes = [{ p: -1, uci: '', san: '', fen: new Chess(fen).fen() }]
  }
  state() {
    return { t: 'tree', id: this.id, rev: this.rev, chess960: false, tags: this.tags, result: '*', nodes: this.nodes, can: { undo: this.past.length > 0, redo: false }, current: '' }
  }
  find(path) {
    let at = 0
    for (const move of path ? path.split('.') : []) at = this.nodes.findIndex((node, i) => i > 0 && node.p === at && node.uci === move)
    if (at < 0) throw Object.assign(new Error('That move is gone.'), { code: 'stale_ply' })
    return at
  }
  add(parent, text) {
    const known = this.nodes.findIndex((node, i) => i > 0 && node.p === parent && node.uci === text)
    if (known > 0) return known
    const chess = new Chess(this.nodes[parent].fen)
    const move = chess.move(fromUci(text))
    return this.nodes.push({ p: parent, uci: text, san: move.san, spoken: spoken(move), fen: chess.fen() }) - 1
  }
  edit(message) {
    if (message.op === 'undo') this.nodes = JSON.parse(this.past.pop() ?? JSON.stringify(this.nodes))
    else this.past.push(JSON.stringify(this.nodes))
    const at = message.op === 'undo' ? 0 : this.find(message.path)
    const reply = { count: 0, path: message.path }
    if (message.op === 'add') reply.path = [message.path, message.uci].filter(Boolean).join('.')
    if (message.op === 'add') this.add(at, message.uci)
    if (message.op === 'insert_line') message.uci.reduce((parent, move) => this.add(parent, move), at)
    if (message.op === 'comment') this.nodes[at] = { ...this.nodes[at], comment: message.text }
    if (message.op === 'nags') this.nodes[at] = { ...this.nodes[at], nags: message.nags }
    if (message.op === 'shapes') this.nodes[at] = { ...this.nodes[at], shapes: message.shapes }
    if (message.op === 'tags') this.tags = message.tags
    if (message.op === 'delete') reply.count = this.remove(at)
    this.rev++
    this.server.tell(this.ch, this.state())
    return { ...reply, rev: this.rev }
  }
  remove(at) {
    const gone = new Set([at])
    this.nodes.forEach((node, i) => gone.has(node.p) && gone.add(i))
    const kept = this.nodes.map((_, i) => i).filter((i) => !gone.has(i))
    this.nodes = kept.map((i) => ({ ...this.nodes[i], p: i ? kept.indexOf(this.nodes[i].p) : -1 }))
    return gone.size
  }
  infos(path, lines) {
    const root = this.nodes[this.find(path)].fen
    return new Chess(root).moves({ verbose: true }).slice(0, lines).map((first, i) => {
      const chess = new Chess(root)
      const line = []
      for (let move = first; move && line.length < 8; move = chess.moves({ verbose: true })[0]) line.push(chess.move(uci(move)))
      return { depth: 12, multipv: i + 1, score: { cp: 43 - 20 * i }, wdl: [420 - 40 * i, 350, 230 + 40 * i], nodes: 120_000, nps: 1_200_000, time_ms: 100, pv: line.map(uci), san: line.map((move) => move.san) }
    })
  }
}

export function analysisMessages(server) {
  const all = server.state.analyses
  const find = (id) => all.get(id)
  const open = (fen) => {
    const id = `a${all.size + 1}`
    all.set(id, new MockAnalysis(server, id, fen))
    return { analysis: id }
  }
  return {
    open_analysis: ({ fen, pgn, game }) => {
      if (!pgn && !game) return open(fen)
      const chess = new Chess()
      if (pgn) chess.loadPgn(pgn)
      const reply = open(chess.getHeaders().FEN)
      const moves = game ? server.state.games.get(game).moves.map((move) => move.uci) : chess.history({ verbose: true }).map(uci)
      moves.reduce((parent, move) => find(reply.analysis).add(parent, move), 0)
      return reply
    },
    node: ({ analysis, path }) => {
      const tree = find(analysis)
      const node = tree.nodes[tree.find(path)]
      const pos = position(new Chess(node.fen))
      return { pos: { ...pos, last: node.uci ? [node.uci.slice(0, 2), node.uci.slice(2, 4)] : undefined }, opening: { name: 'Ruy Lopez' } }
    },
    tree_edit: (message) => find(message.analysis).edit(message),
    analyse_start: ({ analysis, path, slot, lines }) => {
      const tree = find(analysis)
      setTimeout(() => server.channels.get(tree.ch)?.forEach((socket) => socket.send(JSON.stringify({ t: 'lines', ch: tree.ch, slot, path, run: tree.rev, running: true, infos: tree.infos(path, lines) }))), 30)
    },
    threat: () => ({ uci: 'e7e5', san: 'e5', text: 'Threat: e5.' }),
    terms: () => ({ terms: [{ name: 'material', white: 39, black: 39 }, { name: 'mobility', white: 2.4, black: 1.2 }], unit: 'pawns', total: 1.2, squares: Array.from({ length: 64 }, (_, i) => Math.sin(i)) }),
  }
}
