// What belongs to this screen only, in localStorage. Losing it loses no chess.
const kKey = 'rookery.1'

const defaults = {
  theme: 'system' as 'system' | 'light' | 'dark',
  board: 'dusk' as 'dusk' | 'oak' | 'contrast',
  coordinates: 'inside' as 'inside' | 'every' | 'off',
  animation: true,
  sound: false,
  volume: 60,
  typing: 'at_once' as 'at_once' | 'enter',
  singleKeys: true,
  premove: true,
  alwaysQueen: false,
  announceEvaluation: false,
  longMessages: false,
  panel: 400,
  playBar: false,
  arrows: true,
  gamesSort: 'date',
  drafts: {} as Record<string, string>,
}
export type Local = typeof defaults

function load(): Local {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(kKey) ?? '{}') as Partial<Local>) }
  } catch {
    return { ...defaults }
  }
}

export const local = $state<Local>(load())

let timer: ReturnType<typeof setTimeout> | undefined
/** Changes take effect at once and are written soon after. */
export function remember(patch: Partial<Local>): void {
  Object.assign(local, patch)
  clearTimeout(timer)
  timer = setTimeout(() => {
    try {
      localStorage.setItem(kKey, JSON.stringify(local))
    } catch {
      /* a full or forbidden store: the choice holds for this page */
    }
  }, 100)
}

export function draft(name: string): string {
  return local.drafts[name] ?? ''
}

export function keepDraft(name: string, text: string): void {
  const drafts = { ...local.drafts }
  if (text) drafts[name] = text.slice(0, 20_000)
  else delete drafts[name]
  remember({ drafts })
}

/** How long what passes by itself stays, in ms. */
export function staying(ms: number): number {
  return local.longMessages ? 20 * ms : ms
}

const dark = matchMedia('(prefers-color-scheme: dark)')
export function applyLook(): void {
  const isDark = local.theme === 'dark' || (local.theme === 'system' && dark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  document.documentElement.dataset.board = local.board
}
dark.addEventListener('change', applyLook)

const still = matchMedia('(prefers-reduced-motion: reduce)')
export function moves(): boolean {
  return local.animation && !still.matches
}
