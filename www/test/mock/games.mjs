// Games against an opponent that plays its first legal move.
import { Chess } from 'chess.js'
import { fromUci, levels, position, sideOf, spoken, uci } from './chess.mjs'

const refuse = (code, text) => {
  throw Object.assign(new Error(text), { code })
}

function player(spec) {
  const level = /level=(\d+)/.exec(spec)
  if (spec === 'human') return { spec, title: 'You', human: true }
  return level ? { spec, title: levels[level[1] - 1].name, level: Number(level[1]), elo: levels[level[1] - 1].elo, human: false } : { spec, title: spec, human: false }
}

class MockGame {
  constructor(server, id, fields) {
    Object.assign(this, { server, id, ch: `game/${id}`, white: player(fields.white), black: player(fields.black), time: fields.clock, moves: [], hints: false })
    this.chess = new Chess(fields.start?.fen)
    this.start = this.chess.fen()
    if (this.time) this.clock = { white_ms: this.time.base_ms, black_ms: this.time.base_ms, running: sideOf(this.chess), at: performance.now() }
  }
  title() { return [this.white, this.black].filter((p) => !p.human).map((p) => p.title).join(' – ') }
  outcome() {
    if (this.ended) return this.ended
    if (this.chess.isCheckmate()) {
      const winner = sideOf(this.chess) === 'white' ? 'Black' : 'White'
      return { result: winner === 'White' ? '1-0' : '0-1', reason: 'checkmate', text: `Checkmate! ${winner} wins, ${winner === 'White' ? '1-0' : '0-1'}.` }
    }
    return this.chess.isStalemate() ? { result: '1/2-1/2', reason: 'stalemate', text: 'Draw by stalemate.' } : undefined
  }
  status() { return this.outcome() ? 'ended' : this.paused ? 'paused' : 'running' }
  changing() {
    return { pos: position(this.chess), clock: this.clock, status: this.status(), hints: this.hints, can: { undo: this.moves.length > 1, redo: !!this.undone?.length, draw: this.status() !== 'ended', claim: false } }
  }
  state() {
    return { t: 'game', id: this.id, white: this.white, black: this.black, start_fen: this.start, chess960: false, moves: this.moves, time: this.time, outcome: this.outcome(), ...this.changing() }
  }
  push(text) {
    let move
    try {
      move = this.chess.move(fromUci(text))
    } catch {
      refuse('illegal', 'That is not a legal move.')
    }
    this.paused = false
    const entry = { uci: text, san: move.san, spoken: spoken(move), fen: this.chess.fen() }
    this.moves.push(entry)
    if (this.clock) this.clock = { ...this.clock, running: this.status() === 'ended' ? null : sideOf(this.chess), at: performance.now() }
    this.server.tell(this.ch, { t: 'moved', ply: this.moves.length, ...entry, ...this.changing() })
    if (this.outcome()) this.end(this.outcome())
    else if (!this[sideOf(this.chess)].human) this.answer()
  }
  /** At once, or when the test lets it. */
  answer() {
    const move = () => this.status() === 'running' && this.push(uci(this.chess.moves({ verbose: true })[0]))
    if (this.server.held) this.server.held.push(move)
    else setTimeout(move, 50)
  }
  end(outcome) {
    this.ended = outcome
    this.server.tell(this.ch, { t: 'ended', outcome, ...this.changing() })
  }
  begin() {
    if (!this[sideOf(this.chess)].human) setTimeout(() => this.push(uci(this.chess.moves({ verbose: true })[0])), 50)
  }
}

export function gameMessages(server) {
  const find = (id) => server.state.games.get(id) ?? refuse('no_such', 'There is no such game.')
  return {
    new_game: (fields) => {
      const id = `g${server.state.games.size + 1}`
      server.state.games.set(id, new MockGame(server, id, fields))
      find(id).begin()
      return { game: id }
    },
    move: ({ game, ply, uci: text }) => {
      if (ply !== find(game).moves.length) refuse('stale_ply', 'The game has moved on.')
      find(game).push(text)
    },
    takeback: ({ game: id }) => {
      const game = find(id)
      game.undone = game.moves.splice(-2)
      game.chess.undo()
      game.chess.undo()
      server.tell(game.ch, game.state())
    },
    redo: ({ game: id }) => {
      const game = find(id)
      for (const move of game.undone ?? []) game.moves.push({ ...move, spoken: spoken(game.chess.move(fromUci(move.uci))) })
      game.undone = []
      server.tell(game.ch, game.state())
    },
    hint: ({ game: id, step }) => {
      find(id).hints = true
      const move = find(id).chess.moves({ verbose: true })[0]
      return step === 1 ? { step, square: move.from, text: `Look at the piece on ${move.from}.` } : { step, uci: uci(move), san: move.san, text: `Hint: ${move.san}.` }
    },
    draw: () => ({ accepted: false, text: 'Your opponent declines the draw.' }),
    resign: ({ game }) => find(game).end({ result: '0-1', reason: 'resignation', text: 'White resigns. Black wins, 0-1.' }),
    pause: ({ game, on }) => {
      find(game).paused = on
      server.tell(find(game).ch, find(game).state())
    },
    ask: ({ square }) => ({ text: `${square ?? 'position'}, asked.` }),
    export: ({ game }) => ({ pgn: game ? find(game).chess.pgn() : '*', fen: '' }),
  }
}
