// Types of viewer.js for the page.
export interface Hooks { prove?: (node: Record<string, unknown>) => Promise<unknown>; selected?: (place: string) => void }
export function mount(host: HTMLElement, trees: object[], hooks?: Hooks): { close(): void; go(place: string): void }
