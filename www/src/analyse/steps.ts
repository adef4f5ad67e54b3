// A line of the tree in the order in which it is written down.
import type { AnalysisStore as Store } from './analysis.svelte'

export interface Step { index: number; needed: boolean; others: number[] }
/** A line from `start` on: each move, with the variations that begin beside the next one. */
export function steps(store: Store, start: number, withSiblings: boolean): Step[] {
  const found: Step[] = []
  let needed = true
  for (let at: number | undefined = start; at !== undefined; ) {
    const node = store.tree!.nodes[at]!
    const siblings: number[] = store.childrenOf(node.p)
    const others: number[] = siblings[0] === at && (withSiblings || at !== start) ? siblings.slice(1) : []
    found.push({ index: at, needed, others })
    needed = others.length > 0 || !!node.comment
    at = store.childrenOf(at)[0]
  }
  return found
}
