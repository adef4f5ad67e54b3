// The messages of /ws, as docs/web-api.md describes them. Only types: nothing here runs.
export type Color = 'white' | 'black'
export type Fields = Record<string, unknown>

export interface Legal { uci: string; san: string; rook?: string; after?: string }
export interface Opening { eco?: string; name: string }
export interface Pos {
  fen: string
  turn: Color
  check?: string
  last?: [string, string]
  legal: Legal[]
  pre?: string[]
  captured?: { white: string; black: string }
  balance?: number
  opening?: Opening
  book?: { uci: string; san: string; share: number }[]
  tables?: { uci: string; san: string; result: string }[]
}
export interface Score { cp?: number; mate?: number }
export interface Info {
  depth: number
  seldepth?: number
  multipv?: number
  score: Score
  bound?: string
  wdl?: [number, number, number]
  nodes: number
  nps?: number
  time_ms?: number
  hashfull?: number
  tbhits?: number
  pv: string[]
  san: string[]
}
export interface Player { spec: string; title: string; level?: number; elo?: number; human: boolean }
export interface Clock { white_ms: number; black_ms: number; running: Color | null; at: number }
export interface Played { uci: string; san: string; spoken: string; fen: string; check?: string; clock_ms?: number }
export interface Outcome { result: string; reason: string; text: string }
export interface Game {
  id: string
  rev?: number
  white: Player
  black: Player
  start_fen: string
  chess960: boolean
  moves: Played[]
  pos: Pos
  clock?: Clock | null
  status: 'running' | 'paused' | 'ended'
  outcome?: Outcome
  can: { undo: boolean; redo: boolean; draw: boolean; claim: boolean }
  hints: boolean
  lock?: string
  pace_ms?: number
  time?: { base_ms: number; inc_ms: number }
  thinking?: Info
}
export interface TreeNode {
  p: number
  uci: string
  san: string
  spoken?: string
  fen: string
  check?: string
  comment?: string
  before?: string
  nags?: number[]
  shapes?: string[]
  clk?: string | number
  eval?: string | number
}
export type Judgement = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'missed win' | 'book' | 'forced' | 'great' | 'brilliant'
export interface Judged { path: string; judgement: Judgement; nag: number; win_before: number; win_after: number; text: string }
export interface Tree {
  id: string
  rev: number
  chess960: boolean
  tags: [string, string][]
  result: string
  nodes: TreeNode[]
  can: { undo: boolean; redo: boolean }
  current?: string
  judged?: Judged[]
  slots?: (Lines & { agent: string; lines: number })[]
}
export interface Lines { slot: number; path: string; run: number; running: boolean; state?: string; text?: string; infos: Info[] }
export interface Terms { terms: { name: string; white: number; black: number }[]; unit: string; total: number; squares?: number[] }
export interface Level { level: number; name: string; line: string; elo: number | null; strength: string }
export interface Agent { name: string; idea: string; origin: string; elo?: number | null }
export interface CurrentGame { id: string; title: string; status: string; ply: number; white: string; black: string }
/** What terminal and page share, and under `page` what is this page's own. */
export interface Settings {
  opponent: string
  color: Color | 'either'
  clock: string
  start: string
  analysis_agent: string
  lines: number
  threads: number
  hash_mb: number
  pace_ms: number
  human_pause: boolean
  page: Fields
}
export interface Welcome {
  proto: number
  version: string
  build: string
  session: string
  fresh: boolean
  now: number
  levels: Level[]
  agents: Agent[]
  engines: string[]
  limits: Record<string, number>
  queue?: boolean
  settings: Settings
  current: CurrentGame[]
}
export interface GameRow {
  id: string
  kind: 'running' | 'archive' | 'analysis' | 'file'
  date: string
  white: string
  black: string
  result: string
  moves: number
  opening?: string | Opening
  fen?: string
  title?: string
  file?: string
  n?: number
}
export interface Standing { name: string; points: number; wins: number; draws: number; losses: number; elo?: number | null; error?: number | null; los?: number }
export type MatchStatus = 'running' | 'stopping' | 'stopped' | 'ended'
export interface MatchGame { n: number; white: string; black: string; result: string; reason: string; fault?: string }
export interface MatchBoard { slot: number; n: number; white: string; black: string; fen: string; last?: [string, string]; ply: number }
export interface MatchProgress { standings: Standing[]; done: number; total: number; status: MatchStatus; text?: string; games?: MatchGame[] }
export interface Match extends MatchProgress { id: string; players: string[]; games: MatchGame[]; boards: MatchBoard[]; command?: string }
export interface MatchRow { id: string; title: string; total: number; done?: number; status?: MatchStatus }
export interface Event extends Fields { t: string; ch?: string; q?: number }
export interface Failure { code: string; text: string; field?: string | number }

/** A request that the server refused, or that could not be sent (`offline`). */
export class RequestError extends Error {
  constructor(readonly code: string, text: string, readonly field?: string | number) {
    super(text)
  }
}
