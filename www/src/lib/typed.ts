// A typed text against the legal moves: SAN, UCI, 0-0, e8q, pe2e4. No rules: only spelling.
import type { Legal } from './contract'

function plain(text: string): string {
  return text.trim().replace(/0-0-0/, 'O-O-O').replace(/0-0/, 'O-O').replace(/[+#!?=x\-–.\s]/g, '')
}

function spellings(move: Legal): string[] {
  const forms = [plain(move.san), move.uci, 'p' + move.uci]
  if (move.rook) forms.push(move.uci.slice(0, 2) + move.rook)
  return forms
}

export interface Match {
  move: Legal | null
  /** Another legal move could still be meant if one typed on. */
  more: boolean
  possible: boolean
}

export function match(text: string, legal: Legal[]): Match {
  const typed = plain(text)
  if (!typed) return { move: null, more: true, possible: true }
  const exact = find(typed, legal, (form) => form)
  if (exact.possible) return exact
  const loose = find(typed.toLowerCase(), legal, (form) => form.toLowerCase())
  return loose.fits > 1 ? { move: null, more: true, possible: true } : loose
}

function find(typed: string, legal: Legal[], fold: (form: string) => string): Match & { fits: number } {
  const equal = legal.filter((move) => spellings(move).some((form) => fold(form) === typed))
  const longer = legal.filter((move) => spellings(move).some((form) => fold(form).startsWith(typed) && fold(form) !== typed))
  const more = longer.some((move) => !equal.includes(move))
  return { move: equal.length === 1 ? equal[0]! : null, more, possible: equal.length + longer.length > 0, fits: equal.length }
}

/** Keys that begin a typed move; no command uses them. */
export function beginsMove(key: string): boolean {
  return /^[a-hknpqNBRQKOP]$/.test(key)
}
