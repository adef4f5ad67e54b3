// The lasting sentence under a game's board.
import { clockText } from '../lib/format'
import { texts } from '../lib/texts'
import { nameOf, type GameStore } from './game.svelte'

export function gameLine(store: GameStore): string {
  const game = store.game!
  const t = texts.play
  if (!store.live) {
    const turn = game.pos.turn
    if (store.movedMeanwhile) return t.hasMoved(nameOf(game, turn === 'white' ? 'black' : 'white', store.side))
    return t.lookingBack(store.ply!, game.moves.length)
  }
  if (game.lock) return game.lock
  if (game.status === 'ended') return game.outcome?.text ?? ''
  const last = game.moves.at(-1)?.spoken ?? ''
  const side = store.side
  const turn = side === 'both' || side === 'none' ? t.toMove(game.pos.turn) : store.myTurn ? t.yourMove : ''
  if (game.status === 'paused' && game.clock) return `${t.pausedClock(clockText(game.clock[`${game.pos.turn}_ms`]))} ${turn}`.trim()
  if (game.status === 'paused') return `${t.paused} ${last}`.trim()
  return `${last} ${turn}`.trim()
}
