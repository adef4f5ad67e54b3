// Types of viewer.js for the page.
export interface Hooks { prove?: (node: Record<string, unknown>) => Promise<unknown>; selected?: (head: unknown, line: string[]) => void }
export function mount(host: HTMLElement, trees: object[], hooks?: Hooks): { close(): void }
