import type { ServerBuild } from 'react-router'

interface Handle {
  scripts?: false
  query?: string[]
}

/** A page that is the same for every visitor, with the query parameters that it reads. */
export interface PublicPage {
  pattern: RegExp
  query: string[]
}

/** Lists the pages that render without the app, from the `handle` of their routes. */
export function listPublicPages(build: ServerBuild): PublicPage[] {
  const routes = build.routes
  return Object.values(routes).flatMap((route) => {
    if (!route || isLayout(build, route.id)) return []
    const branch = branchOf(build, route.id)
    const handles = branch.map((part) => part.module.handle as Handle | undefined)
    if (!handles.some((handle) => handle?.scripts === false)) return []
    const path = branch.map((part) => part.path ?? '').filter(Boolean)
    return { pattern: patternOf(path.join('/')), query: handles.flatMap((handle) => handle?.query ?? []) }
  })
}

function branchOf({ routes }: ServerBuild, id: string) {
  const branch = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    branch.unshift(route)
  return branch
}

/** A route without a path and with children is a layout. */
function isLayout({ routes }: ServerBuild, id: string) {
  const route = routes[id]!
  return (
    route.path === undefined && !route.index && Object.values(routes).some((other) => other?.parentId === id)
  )
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      if (part === '*') return '.*'
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
  return new RegExp(parts.length > 0 ? `^/${parts.join('/')}/?$` : '^/$')
}

/** The page of a path, with the declared parameters of its query in their declared order. */
export function matchPublicPage(
  pages: readonly PublicPage[],
  url: string,
): { path: string; search: string } | null {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const page = pages.find(({ pattern }) => pattern.test(path))
  if (!page) return null
  if (mark === -1 || page.query.length === 0) return { path, search: '' }
  const given = new URLSearchParams(url.slice(mark + 1))
  const cacheQuery = new URLSearchParams()
  for (const name of page.query) {
    const value = given.get(name)
    if (value) cacheQuery.set(name, value)
  }
  return { path, search: cacheQuery.size > 0 ? `?${cacheQuery}` : '' }
}
