import type { EntryContext } from 'react-router'

/** Properties of the `handle` of a route module. */
export interface ScreenHandle {
  /** false: rendered on the server only, with the small public script. */
  scripts?: false
  /** Query parameters that the page reads. All others are hidden from it, so that the page can be cached. */
  query?: string[]
  /** Requires a session; visitors are redirected to login before anything is shown. */
  private?: boolean
  /** The page fetches its data in the head and shows it before the app loads. */
  earlyData?: 'lesson' | 'home'
  /** Uses the full width of the page without margins, like the player. */
  fullWidth?: boolean
  /** Text namespaces besides `ui` that must be loaded before the first paint. */
  namespaces?: string[]
}

const handlesOf = (context: EntryContext) =>
  context.staticHandlerContext.matches.map(
    ({ route }) => context.routeModules[route.id]?.handle as ScreenHandle | undefined,
  )

/** Whether the browser hydrates the page. Static pages and error pages are not hydrated. */
export function shouldHydrate(context: EntryContext): boolean {
  if (context.staticHandlerContext.errors) return false
  return !handlesOf(context).some((handle) => handle?.scripts === false)
}

/** Whether the page fetches its data before it loads the app. */
export const loadsDataEarly = (context: EntryContext) =>
  handlesOf(context).some((handle) => handle?.earlyData !== undefined)

/** The namespaces of the screens that the server rendered, read in the browser. */
export function namespacesOfPage(): string[] {
  const modules = Object.values(window.__reactRouterRouteModules ?? {})
  const named = modules.flatMap((module) => (module?.handle as ScreenHandle | undefined)?.namespaces ?? [])
  return [...new Set(['ui', ...named])]
}
