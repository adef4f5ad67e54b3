// Where we are: the path of the page as state. Views go by pushState, steps by replaceState.
export const views = ['play', 'analyse', 'review', 'learn', 'games', 'arena'] as const
export type View = (typeof views)[number]

export interface Route { view: View; parts: string[]; query: URLSearchParams; hash: string }

export function parse(url: URL): Route {
  const [first, ...parts] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const view = views.find((name) => name === first) ?? 'play'
  const query = new URLSearchParams(url.search)
  query.delete('r')
  return { view, parts: first === view ? parts : [], query, hash: decodeURIComponent(url.hash.slice(1)) }
}

class Router {
  route = $state.raw<Route>(parse(new URL(location.href)))

  constructor() {
    addEventListener('popstate', () => this.read())
    addEventListener('hashchange', () => this.read())
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.read()
    scrollTo(0, 0)
  }

  /** The same view, another address: not a step in the browser's history. */
  replace(path: string): void {
    history.replaceState(null, '', path)
    this.read()
  }

  /** Only the part after '#'; the view knows already. */
  hash(hash: string): void {
    const url = location.pathname + location.search + (hash ? '#' + hash : '')
    if (url !== location.pathname + location.search + location.hash) history.replaceState(null, '', url)
  }

  /** For `onclick` on links: ordinary clicks stay in the page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.origin !== location.origin || link.target || link.download) return
    if (link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }

  private read(): void {
    this.route = parse(new URL(location.href))
  }
}

export const router = new Router()
