// One analysis: the tree as the server keeps it, the node looked at, and up to two searches on it.
import { net } from '../lib/net.svelte'
import type { Event, Info, Judged, Legal, Lines, Opening, Pos, RequestError, Terms, Tree, TreeNode } from '../lib/contract'
import { status, toasts } from '../lib/status.svelte'
import { texts } from '../lib/texts'

export interface Engine { on: boolean; lines: number; agent: string; second: string | null }

export class AnalysisStore {
  tree = $state.raw<Tree | null>(null)
  failure = $state<string | null>(null)
  path = $state('')
  pos = $state.raw<Pos | null>(null)
  opening = $state.raw<Opening | null>(null)
  infos = $state.raw<(Lines | null)[]>([null, null])
  threat = $state.raw<{ uci: string; text: string } | null>(null)
  terms = $state.raw<Terms | null>(null)
  /** What moves were worth, by path: told while exploring. */
  judged = $state.raw<Record<string, Judged>>({})

  /** The path of every node, in the order of `tree.nodes`. */
  readonly paths = $derived.by<string[]>(() => {
    const found: string[] = []
    this.tree?.nodes.forEach((node, i) => (found[i] = i === 0 ? '' : found[node.p] ? `${found[node.p]}.${node.uci}` : node.uci))
    return found
  })
  readonly index = $derived(Math.max(0, this.paths.indexOf(this.path)))
  readonly node = $derived<TreeNode | null>(this.tree?.nodes[this.index] ?? null)
  readonly children = $derived(this.childrenOf(this.index))
  readonly engine = $derived<Engine>({
    on: net.settings.page.engine === true, lines: net.settings.lines, agent: net.settings.analysis_agent, second: (net.settings.page.second as string | undefined) ?? null,
  })
  /** The position to draw: as the server told it, or without moves until it has. */
  readonly shown = $derived.by<Pos | null>(() => {
    const node = this.node
    if (!node) return null
    if (this.pos && this.pos.fen === node.fen) return { ...this.pos, pre: [] }
    const last: [string, string] | undefined = node.uci ? [node.uci.slice(0, 2), node.uci.slice(2, 4)] : undefined
    return { fen: node.fen, turn: node.fen.split(' ')[1] === 'b' ? 'black' : 'white', check: node.check, last, legal: [] }
  })

  constructor(readonly id: string, path: string | null, private readonly refused: () => void) {
    this.path = path ?? ''
    this.linked = path !== null
  }
  private linked: boolean

  watch(): () => void {
    return net.watch(`analysis/${this.id}`, (event) => this.apply(event))
  }

  childrenOf(index: number): number[] {
    const found: number[] = []
    this.tree?.nodes.forEach((node, i) => node.p === index && i > 0 && found.push(i))
    return found
  }

  private apply(event: Event): void {
    if (event.t === 'failed' || event.t === 'gone') this.failure = String(event.text ?? texts.play.noSuch)
    if (event.t === 'tree') {
      const first = !this.tree
      this.tree = event as unknown as Tree
      if (first && !this.linked && this.tree.current) this.path = this.tree.current
      while (this.path && !this.paths.includes(this.path)) this.path = this.path.split('.').slice(0, -1).join('.')
      for (const slot of this.tree.slots ?? []) this.take(slot)
      this.judged = Object.fromEntries((this.tree.judged ?? []).map((judged) => [judged.path, judged]))
    }
    if (event.t === 'lines') this.take(event as unknown as Lines)
    if (event.t === 'judged') this.judged = { ...this.judged, [event.path as string]: event as unknown as Judged }
  }

  private take(lines: Lines): void {
    const before = this.infos[lines.slot]
    if (before && lines.path === before.path && lines.run < before.run) return
    const next = [...this.infos]
    next[lines.slot] = lines
    this.infos = next
  }

  /** Old lines stay, greyed, until the first of the new position come. */
  stale(slot: number): boolean {
    return this.infos[slot]?.path !== this.path
  }
  best(slot: number): Info | null {
    return this.infos[slot]?.infos[0] ?? null
  }

  async ask<T = Record<string, unknown>>(t: string, fields: Record<string, unknown> = {}): Promise<T | null> {
    try {
      return await net.request<T>(t, { analysis: this.id, ...fields })
    } catch (error) {
      const { code, message } = error as RequestError
      status.refuse(code === 'offline' ? texts.link.notConnected : message)
      this.refused()
      return null
    }
  }

  go(path: string): void {
    this.path = path
    this.threat = null
  }
  step(where: 'first' | 'back' | 'forward' | 'last'): void {
    if (where === 'first') return this.go('')
    if (where === 'back') return this.go(this.path.split('.').slice(0, -1).join('.'))
    let at = this.index
    do {
      const next = this.childrenOf(at)[0]
      if (next === undefined) break
      at = next
    } while (where === 'last')
    this.go(this.paths[at]!)
  }
  /** Among the variations at this branch. */
  sibling(step: number): void {
    const node = this.node
    if (!node || this.index === 0) return
    const all = this.childrenOf(node.p)
    const next = all[(all.indexOf(this.index) + step + all.length) % all.length]
    if (next !== undefined) this.go(this.paths[next]!)
  }

  edit<T = Record<string, unknown>>(op: string, fields: Record<string, unknown> = {}): Promise<T | null> {
    return this.ask<T>('tree_edit', { rev: this.tree?.rev ?? 0, op, path: this.path, ...fields })
  }
  async add(uci: string): Promise<void> {
    const from = this.path
    const reply = await this.edit<{ path: string }>('add', { uci })
    if (reply && this.path === from) this.go(reply.path ?? join(from, [uci]))
  }
  /** A line of the engine into the tree; the first `count` moves of it, and go there. */
  async enterLine(info: Info, count: number): Promise<void> {
    const from = this.path
    const moves = info.pv.slice(0, count)
    if (await this.edit('insert_line', { uci: moves })) this.go(join(from, moves))
  }
  async insertLine(info: Info, comment: string): Promise<void> {
    if (await this.edit('insert_line', { uci: info.pv, comment })) toasts.show(info.san.slice(0, 6).join(' '), () => this.undo('undo'))
  }
  async remove(): Promise<void> {
    if (!this.path) return
    const path = this.path
    const reply = await this.edit<{ count: number }>('delete', { path })
    if (!reply) return
    this.go(path.split('.').slice(0, -1).join('.'))
    toasts.show(texts.analyse.deleted(reply.count), () => this.undo('undo'))
  }
  async undo(op: 'undo' | 'redo'): Promise<void> {
    const reply = await this.edit<{ path?: string }>(op)
    if (reply?.path !== undefined) this.go(reply.path)
  }

  setEngine(patch: Partial<Engine>): void {
    const { on, lines, agent, second } = { ...this.engine, ...patch }
    net.set({ lines, analysis_agent: agent, page: { engine: on, second } })
  }

  async showThreat(): Promise<void> {
    if (this.threat) {
      this.threat = null
      return
    }
    const reply = await this.ask<{ uci: string; text: string }>('threat', { path: this.path })
    if (!reply) return
    this.threat = reply.uci ? reply : null
    status.tell(reply.text || texts.analyse.noThreat)
  }
}

export function join(path: string, moves: string[]): string {
  return [...(path ? [path] : []), ...moves].join('.')
}

/** Line n's first move, if it is still a move of this position. */
export function firstMove(info: Info | undefined, legal: Legal[]): string | null {
  const uci = info?.pv[0]
  return uci && legal.some((move) => move.uci === uci) ? uci : null
}
