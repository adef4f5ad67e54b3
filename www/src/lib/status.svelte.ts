// The line under the board: what holds (base), covered for 4 s by what just happened.
import { announce } from './announce.svelte'
import { staying } from './local.svelte'

class Status {
  base = $state('')
  brief = $state<{ text: string; kind: 'info' | 'error' } | null>(null)
  /** A move that is being typed. */
  typed = $state('')
  private timer?: ReturnType<typeof setTimeout>
  private subject = ''
  /** What was told in this very moment is not covered by the sentence that goes with it. */
  private justTold = false

  /** The lasting sentence, spoken when it changes. What was told briefly goes when its subject does. */
  set(text: string, spoken = true, subject = text): void {
    const same = subject === this.subject
    this.subject = subject
    if (text === this.base) return
    this.base = text
    if (!this.justTold && !same) this.clear()
    if (spoken) announce.say(text)
  }

  tell(text: string, kind: 'info' | 'error' = 'info'): void {
    announce.say(text)
    this.brief = { text, kind }
    this.justTold = true
    setTimeout(() => (this.justTold = false))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.brief = null), staying(kind === 'error' ? 4000 : 8000))
  }

  refuse(text: string): void {
    this.tell(text, 'error')
  }

  clear(): void {
    clearTimeout(this.timer)
    this.brief = null
  }
}

export const status = new Status()

export interface Toast { text: string; undo?: () => void }
class Toasts {
  current = $state.raw<Toast | null>(null)
  private timer?: ReturnType<typeof setTimeout>
  show(text: string, undo?: () => void): void {
    this.current = { text, undo }
    announce.say(text)
    this.restart()
  }
  restart(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.current = null), staying(6000))
  }
  hold(): void {
    clearTimeout(this.timer)
  }
  close(): void {
    this.hold()
    this.current = null
  }
}
export const toasts = new Toasts()
