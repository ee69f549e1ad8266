import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface Budget {
  name: string
  /** Bytes after gzip. */
  bytes: number
  limit: number
}

interface Chunk {
  module: string
  imports: string[]
}

interface Manifest {
  entry: Chunk
  routes: Record<string, Chunk & { id: string; parentId?: string; path?: string }>
}

const kB = 1_000
export const bundleLimits = { publicScript: 15 * kB, publicStyles: 20 * kB, login: 170 * kB, shell: 260 * kB }

/** Script and style bytes that the browser must fetch for each kind of page, with their budgets. */
export function measureBudgets(clientFolder: string): Budget[] {
  const manifest = manifestIn(clientFolder)
  const size = sizer(clientFolder)
  const texts = (names: string[]) => names.map((name) => textFile(clientFolder, name))
  const weigh = (files: string[]) => [...new Set(files)].reduce((sum, file) => sum + size(file), 0)
  const login = routeAt(manifest, 'login')
  return [
    {
      name: 'public script',
      bytes: weigh(globIn(clientFolder, 'assets/public-*.js', /^public-[\w-]{10}\.js$/)),
      limit: bundleLimits.publicScript,
    },
    {
      name: 'public styles',
      bytes: weigh(styles(manifest, 'frames/home')),
      limit: bundleLimits.publicStyles,
    },
    {
      name: 'login',
      bytes: weigh([...scripts(manifest, login), ...texts(['ui', 'accounts'])]),
      limit: bundleLimits.login,
    },
    {
      name: 'app shell',
      bytes: weigh([...scripts(manifest, 'frames/school-frame'), ...texts(['ui'])]),
      limit: bundleLimits.shell,
    },
  ]
}

/** Routes with more script files than `max`, with their numbers. */
export function routesWithTooManyChunks(clientFolder: string, maxFiles: number) {
  const manifest = manifestIn(clientFolder)
  return Object.keys(manifest.routes)
    .map((id) => ({ id, files: new Set(scripts(manifest, id)).size }))
    .filter(({ files }) => files > maxFiles)
}

/** `/assets/manifest-….js`, the router's own manifest. */
function manifestIn(folder: string): Manifest {
  const [file] = globSync('assets/manifest-*.js', { cwd: folder })
  if (!file) throw new Error(`There are no built screens in ${folder}`)
  const text = readFileSync(join(folder, file), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

function routeAt({ routes }: Manifest, path: string): string {
  const route = Object.values(routes).find((one) => one.path === path)
  if (!route) throw new Error(`There is no screen at /${path}`)
  return route.id
}

/** All scripts of a route: entry, route and its parents. */
function scripts({ entry, routes }: Manifest, id: string): string[] {
  return [entry, ...branchOf(routes, id)].flatMap((chunk) => [chunk.module, ...chunk.imports])
}

function styles({ routes }: Manifest, id: string): string[] {
  // A query of the address marks which module imports a style sheet.
  return branchOf(routes, id).flatMap((route) =>
    ((route as { css?: string[] }).css ?? []).map((file) => file.replace('#', '')),
  )
}

/** A route and its parents. Throws for an unknown id, which would count as zero bytes. */
function branchOf(routes: Manifest['routes'], id: string) {
  if (!routes[id]) throw new Error(`There is no route ${id}`)
  const branch = []
  let route: Manifest['routes'][string] | undefined = routes[id]
  while (route) {
    branch.push(route)
    route = route.parentId ? routes[route.parentId] : undefined
  }
  return branch
}

/** French, the longest language in Latin letters. */
function textFile(folder: string, namespace: string): string {
  const [file] = globSync(`assets/texts-*/fr/${namespace}.json`, { cwd: folder })
  if (!file) throw new Error(`There are no French texts of ${namespace}`)
  return `/${file}`
}

const globIn = (folder: string, pattern: string, name: RegExp) =>
  globSync(pattern, { cwd: folder })
    .filter((file) => name.test(basename(file)))
    .map((file) => `/${file}`)

function sizer(folder: string) {
  const sizes = new Map<string, number>()
  return (file: string) => {
    const cachedSize = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
    sizes.set(file, cachedSize)
    return cachedSize
  }
}

if (import.meta.main) {
  const rows = measureBudgets(join(import.meta.dirname, '../build/client'))
  for (const { name, bytes, limit } of rows)
    console.log(
      `${name.padEnd(16)} ${(bytes / kB).toFixed(1).padStart(7)} kB of ${limit / kB} kB${bytes > limit ? '  PAST ITS BUDGET' : ''}`,
    )
  if (rows.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1
}
