// What the next game will be: remembered on the server, filled from links.
import { net } from '../lib/net.svelte'
import type { Color } from '../lib/contract'

export interface Setup {
  kind: 'bird' | 'agent' | 'person' | 'watch'
  level: number
  agent: string
  depth: number
  color: Color | 'either'
  white: string
  black: string
  pace_ms: number
  clock: { base_ms: number; inc_ms: number } | null
  start: { kind: 'normal' } | { kind: 'fen'; fen: string } | { kind: 'chess960'; number: number }
}

const defaults: Setup = {
  kind: 'bird', level: 3, agent: 'alphabeta', depth: 3, color: 'white', white: 'minimax', black: 'alphabeta', pace_ms: 500, clock: null, start: { kind: 'normal' },
}

/** The terminal's preferences as the set-up shows them. */
export function fromSettings(): Setup {
  const { opponent, color, clock, start, pace_ms, page } = net.settings
  const level = /^rookery:level=(\d+)/.exec(opponent)
  const [agent = defaults.agent, rest = ''] = opponent.split(':')
  return {
    ...defaults,
    ...(level ? { kind: 'bird', level: Number(level[1]) } : opponent === 'human' ? { kind: 'person' } : { kind: 'agent', agent, depth: Number(/depth=(\d+)/.exec(rest)?.[1] ?? defaults.depth) }),
    ...((page.watch ?? {}) as Partial<Setup>),
    color, pace_ms,
    clock: parseClock(clock),
    start: start === 'normal' ? { kind: 'normal' } : start.startsWith('960:') ? { kind: 'chess960', number: Number(start.slice(4)) } : { kind: 'fen', fen: start },
  }
}

export function remember(setup: Setup): void {
  const { kind, level, agent, depth, color, clock, start, pace_ms, white, black } = setup
  net.set({
    color, pace_ms,
    opponent: kind === 'person' ? 'human' : kind === 'agent' ? agentSpec(agent, depth) : `rookery:level=${level}`,
    clock: clock ? `${clock.base_ms / 1000}s+${clock.inc_ms / 1000}` : 'none',
    start: start.kind === 'fen' ? start.fen : start.kind === 'chess960' ? `960:${start.number}` : 'normal',
    page: { watch: kind === 'watch' ? { kind, white, black } : null },
  })
}

/** "5m+3", "5+3" (minutes and seconds), "300s+3" as a clock; anything else is none. */
export function parseClock(text: string): Setup['clock'] {
  const found = /^(\d+(?:\.\d+)?)([ms]?)\+(\d+(?:\.\d+)?)$/.exec(text)
  return found ? { base_ms: Math.round(Number(found[1]) * (found[2] === 's' ? 1000 : 60_000)), inc_ms: Math.round(Number(found[3]) * 1000) } : null
}

export function fromQuery(setup: Setup, query: URLSearchParams): Setup {
  const next = { ...setup }
  const level = Number(query.get('level'))
  if (level >= 1 && level <= 12) Object.assign(next, { kind: 'bird', level })
  const color = query.get('color')
  if (color === 'white' || color === 'black' || color === 'either') next.color = color
  if (query.has('clock')) next.clock = parseClock(query.get('clock')!)
  const start = query.get('start') ?? ''
  if (start.startsWith('960:')) next.start = { kind: 'chess960', number: Number(start.slice(4)) }
  if (query.has('fen')) next.start = { kind: 'fen', fen: query.get('fen')!.replace(/_/g, ' ') }
  if (query.has('agent')) Object.assign(next, { kind: 'agent', agent: query.get('agent') })
  if (query.has('watch')) next.kind = 'watch'
  return next
}

function agentSpec(name: string, depth: number): string {
  return name === 'rookery' || name === 'random' || !net.welcome?.agents.some((agent) => agent.name === name) ? name : `${name}:depth=${depth}`
}

/** The fields of `new_game`, and the person's colour. */
export function request(setup: Setup): { fields: Record<string, unknown>; color: Color } {
  const color: Color = setup.color === 'either' ? (Math.random() < 0.5 ? 'white' : 'black') : setup.color
  const foe = setup.kind === 'bird' ? `rookery:level=${setup.level}` : agentSpec(setup.agent, setup.depth)
  const players = {
    bird: { white: color === 'white' ? 'human' : foe, black: color === 'white' ? foe : 'human' },
    agent: { white: color === 'white' ? 'human' : foe, black: color === 'white' ? foe : 'human' },
    person: { white: 'human', black: 'human' },
    watch: { white: agentSpec(setup.white, setup.depth), black: agentSpec(setup.black, setup.depth), pace_ms: setup.pace_ms },
  }[setup.kind]
  const start = setup.start.kind === 'normal' ? undefined : setup.start.kind === 'fen' ? { fen: setup.start.fen } : { chess960: setup.start.number }
  return { fields: { ...players, clock: setup.clock ?? undefined, start }, color }
}
