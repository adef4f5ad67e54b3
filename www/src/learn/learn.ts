// What the server says about lessons, searches and evaluations (docs/web-api.md).
export interface LessonRow { id: string; n: number; title: string; idea: string; minutes: number; step: number; done: boolean }
export interface Question { fen: string; text: string; kind: 'choice' | 'number' | 'move'; choices: string[] }
export interface Lesson { id: string; n: number; title: string; idea: string; origin: string; fen: string; text: string; question: Question; exercise: Question }
export interface Verdict { right: boolean; text: string; answer?: string }
export interface Run { agent: string; depth: number; fen: string; san: string; uci: string; value: string; nodes: number }
export interface Reveal { runs: Run[]; facts: { name: string; value: string }[]; gained: string }
export interface TreeData { agent: string; depth: number; unit: number; fen: string; nodes: number; cuts: string; grounds: string; kinds: string; skips: string; iterations: string; wrong: Record<string, string>; trace: Uint8Array }
export interface Heat { unit: string; maps: { piece: string; squares: (number | null)[] }[] }

export const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
export const treeLink = (run: { agent: string; depth: number; fen: string }, vs = ''): string =>
  `/learn/tree?${new URLSearchParams({ agent: run.agent, ...(vs ? { vs } : {}), depth: String(run.depth), fen: run.fen })}`
