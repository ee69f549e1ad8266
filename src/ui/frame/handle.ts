import type { EntryContext } from 'react-router'

/** What a route module's `handle` may say of its screen. */
export interface ScreenHandle {
  /** false: rendered on the server only, with the small public script. */
  scripts?: false
  /** The address parameters that such a page reads. Any other is hidden from it, so that it can be kept. */
  query?: string[]
  /** Needs somebody logged in; anybody else is sent to login before anything shows. */
  private?: boolean
  /** Asks for its data in the head and shows it before the app is there; the app's files come after it. */
  early?: 'lesson'
  /** The whole width of the app's page, without its margins, as the player wants it. */
  wide?: boolean
  /** Text namespaces besides `ui`, there before the first paint. */
  ns?: string[]
}

const handlesOf = (context: EntryContext) =>
  context.staticHandlerContext.matches.map(
    ({ route }) => context.routeModules[route.id]?.handle as ScreenHandle | undefined,
  )

/** Whether the browser takes the page over. Pages that are only read, and pages of errors, it leaves as they are. */
export function shouldHydrate(context: EntryContext): boolean {
  if (context.staticHandlerContext.errors) return false
  return !handlesOf(context).some((handle) => handle?.scripts === false)
}

/** Whether the page asks for its data before it asks for the app. */
export const loadsDataEarly = (context: EntryContext) =>
  handlesOf(context).some((handle) => handle?.early !== undefined)

/** The namespaces of the screens that the server rendered, in the browser. */
export function namespacesOfPage(): string[] {
  const modules = Object.values(window.__reactRouterRouteModules ?? {})
  const named = modules.flatMap((module) => (module?.handle as ScreenHandle | undefined)?.ns ?? [])
  return [...new Set(['ui', ...named])]
}
