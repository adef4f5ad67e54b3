// What the server tells about a queue of work (docs/web-api.md).
import { texts } from '../lib/texts'

export interface Sprt { elo0: number; elo1: number; llr: number; lower_bound: number; upper_bound: number; decision: string; reason: string }
export interface QueueTest {
  test: number; kind: string; name: string; state: 'running' | 'paused' | 'ended'; why: string; priority: number
  units: number; done: number; threads: number
  games?: number; scheduled?: number; elo?: number | null; elo_error?: number | null; los?: number; pentanomial?: number[]; sprt?: Sprt
}
export interface QueueWorker {
  worker: number; name: string; threads: number; nps?: number; results: number; refused: number; faults: number
  units: number; last_seen_ms: number; idle: boolean; note: string; aside?: string
}
export interface QueueState {
  online: boolean; writable: boolean; text?: string
  tests?: QueueTest[]; workers?: QueueWorker[]; events?: { time_ms: number; what: string }[]
}
export interface QueueGame { n: number; white: string; black: string; result: string; reason: string; worker: number; fault?: string }
export interface Contribution { worker: number; name: string; games: number; pentanomial: number[]; faults: number; time_losses: number; nodes: number; time_ms: number; chance?: number }
export interface TestDetail extends Omit<QueueTest, 'games'> {
  result?: { games: number; scheduled: number; sprt?: Sprt; encounters: { players: string[]; points: number; games: number; wins: number; draws: number; losses: number; elo: number | null; elo_error: number | null; los: number; pentanomial: number[] }[] }
  ends?: Record<string, number>; workers?: Contribution[]; games?: QueueGame[]
}

const signed = (n: number) => (n > 0 ? '+' : n < 0 ? '−' : '') + Math.abs(n).toFixed(1)
export const eloText = (elo?: number | null, error?: number | null) => (elo === undefined || elo === null ? '–' : signed(elo) + (error ? ` ± ${error.toFixed(1)}` : ''))
export const llrText = (sprt?: Sprt) => (sprt ? `${sprt.llr.toFixed(2)} (${sprt.lower_bound.toFixed(2)} … ${sprt.upper_bound.toFixed(2)})` : '–')
export const pairsText = (pairs?: number[]) => pairs?.join(' ') ?? '–'

/** How long ago, by this machine's clock. */
export function ago(ms: number, now = Date.now()): string {
  if (!ms) return texts.queue.never
  const s = Math.max(0, Math.round((now - ms) / 1000))
  return s < 120 ? `${s} s` : s < 7200 ? `${Math.floor(s / 60)} min` : s < 172800 ? `${Math.floor(s / 3600)} h` : `${Math.floor(s / 86400)} d`
}
