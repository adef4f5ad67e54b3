// One table of keys, the terminal's where both have the command. A letter that begins a typed move
// is never a key. Views say what a command does; the key sheet lists those of the view.
import { local } from './local.svelte'
import { beginsMove } from './typed'
import { texts } from './texts'

export type Command = keyof typeof texts.keys
type Action = (event: KeyboardEvent) => void

const table: Record<string, Command> = {
  u: 'undo', y: 'redo', H: 'hint', E: 'evaluation', T: 'thinking', F: 'flip', l: 'castle_left', r: 'castle_right',
  ' ': 'go', '=': 'draw', X: 'resign', o: 'open', w: 'export', C: 'colours', m: 'menu', '?': 'help', S: 'sound',
  A: 'analyse', v: 'review', Enter: 'enter', ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'up', ArrowDown: 'down',
  Home: 'first', End: 'last', '[': 'fewer', ']': 'more', x: 'threat', ';': 'comment', D: 'editor', G: 'play_from_here',
  Delete: 'delete', 'Ctrl+z': 'undo_edit', 'Ctrl+y': 'redo_edit', 'Ctrl+ArrowUp': 'promote', 'Ctrl+Shift+ArrowUp': 'main_line',
  i: 'ask_square', I: 'ask_position', z: 'ask_last', t: 'ask_clock', '/': 'search', Escape: 'escape', '-': 'slower', '+': 'faster',
}

export const keyOf = new Map<Command, string>(Object.entries(table).map(([key, command]) => [command, key]))

/** The key as people read it: "Space", "←". */
export function keyLabel(command: Command): string {
  const key = keyOf.get(command) ?? ''
  return texts.keyNames[key as keyof typeof texts.keyNames] ?? key
}

/** `capture` comes before everything else and says whether it took the key. */
type Layer = Partial<Record<Command | 'digit' | 'type', Action>> & { capture?: (event: KeyboardEvent) => boolean }
const layers: Layer[] = []

/** For `$effect`: while the component lives its commands answer, before those registered earlier. */
export function listen(actions: Layer): () => void {
  layers.push(actions)
  return () => layers.splice(layers.indexOf(actions), 1)
}

export function commands(): Command[] {
  const known = new Set(layers.flatMap((layer) => Object.keys(layer)))
  return [...keyOf.keys()].filter((command) => known.has(command))
}

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|range|button)$/.test(target.type)))
}

/** Enter, Space and arrows on a focused control belong to it. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  const tag = target.closest('button,a,summary,input,[role=tab],[role=radio],[role=separator],[role=gridcell]')
  return !!tag && /^(Enter| |Arrow.*|Home|End)$/.test(event.key) && !event.ctrlKey
}

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return
  if (document.querySelector('dialog[open]') || inField(event.target)) return
  if (layers.some((layer) => layer.capture?.(event))) return event.preventDefault()
  if (belongsToControl(event)) return
  const single = event.key.length === 1 && !event.ctrlKey
  if (single && !local.singleKeys && !(event.target as Element).closest?.('.board-frame')) return
  const digit = /^Digit([0-9])$/.exec(event.code)
  const name = single ? event.key : (event.ctrlKey ? 'Ctrl+' : '') + (event.ctrlKey && event.shiftKey ? 'Shift+' : '') + event.key
  const command = digit && !event.ctrlKey && event.key !== '=' && event.key !== '/' ? 'digit' : single && beginsMove(event.key) ? 'type' : table[name]
  if (!command) return
  for (const layer of [...layers].reverse()) {
    const action = layer[command]
    if (!action) continue
    event.preventDefault()
    return action(event)
  }
}
