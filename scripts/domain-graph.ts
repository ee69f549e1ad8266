/**
 * Reads the imports between domains from the sources, and writes list and graph of domains to
 * docs/architecture.md.
 */
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Folders of src/ that are not domains; lint defines what they may import. */
const notDomains = new Set([
  'demo',
  'lib',
  'operations',
  'platform',
  'sandbox-providers',
  'tenancy',
  'testing',
  'ui',
])

export interface Import {
  from: string
  to: string
  /** `src/a/x.ts imports #b/index.ts` */
  text: string
}

export interface DomainGraph {
  domains: string[]
  imports: Import[]
}

/** All imports between domains, including type imports; those of tests are left out. */
export function readDomainGraph(root: string): DomainGraph {
  const source = join(root, 'src')
  const domains = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !notDomains.has(entry.name))
    .map(({ name }) => name)
    .filter((name) => ['contract.ts', 'index.ts'].some((file) => existsSync(join(source, name, file))))
    .toSorted()
  const domainNames = new Set(domains)
  const imports = readImports(source).flatMap(({ file, target, text }) => {
    const [from, to] = [domainOf(file), domainOf(target)]
    return domainNames.has(from) && domainNames.has(to) && to !== from ? [{ from, to, text }] : []
  })
  return { domains, imports }
}

/**
 * Imports between the sub-folders of each folder of src/, tests left out. Files directly in a folder are shared by its
 * sub-folders and not part of the graph; so are those directly in `screens/`.
 */
export function readFolderGraph(root: string): DomainGraph {
  const imports = readImports(join(root, 'src')).flatMap(({ file, target, text }) => {
    const [from, to] = [subfolderOf(file), subfolderOf(target)]
    const isWithin = domainOf(file) === domainOf(target)
    return from !== null && to !== null && from !== to && isWithin ? [{ from, to, text }] : []
  })
  return { domains: [...new Set(imports.flatMap(({ from, to }) => [from, to]))].toSorted(), imports }
}

/** `courses/outline`, `learning/screens/player`; null for a file that is shared by sub-folders. */
function subfolderOf(path: string): string | null {
  const folders = posix.dirname(path).split('/')
  const depth = folders[1] === 'screens' ? 3 : 2
  return folders.length < depth ? null : folders.slice(0, depth).join('/')
}

/** Imports of our files in `source`, with paths below it; those of tests are left out. */
function readImports(source: string) {
  const files = globSync('*/**/*.{ts,tsx}', { cwd: source }).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.toSorted().flatMap((file) =>
    specifiersIn(readFileSync(join(source, file), 'utf8'))
      .filter((specifier) => /^[#.]/.test(specifier))
      .map((specifier) => ({
        file,
        target: specifier.startsWith('.') ? resolved(file, specifier) : specifier.slice(1),
        text: `src/${file} imports ${specifier}`,
      })),
  )
}

const domainOf = (path: string) => path.split('/')[0]!
const resolved = (file: string, specifier: string) => posix.join(posix.dirname(file), specifier)

/** `from '…'`, `import '…'` and `import('…')`. */
export const specifiersIn = (text: string) =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map((match) => match[2]!)

/** The domains that each domain imports. */
function importedBy({ domains, imports }: DomainGraph) {
  const edges = new Map(domains.map((domain) => [domain, new Set<string>()]))
  for (const { from, to } of imports) edges.get(from)!.add(to)
  return edges
}

/**
 * A shortest cycle for each domain in one, each reported once: the domains in one line, then the imports between
 * them.
 */
export function cyclesIn(graph: DomainGraph): string[] {
  const edges = importedBy(graph)
  const highlightedRow = new Set<string>()
  return graph.domains.flatMap((domain) => {
    const cycle = shortestWay(edges, domain, domain)
    const key = cycle?.toSorted().join(' ')
    if (!cycle || highlightedRow.has(key!)) return []
    highlightedRow.add(key!)
    const ties = cycle.flatMap((from, at) => {
      const to = cycle[(at + 1) % cycle.length]
      return graph.imports.filter((each) => each.from === from && each.to === to).map(({ text }) => text)
    })
    return [[[...cycle, domain].join(' → '), ...ties].join('\n  ')]
  })
}

/** Domains of a shortest path, without the last one; null if there is no path. */
function shortestWay(edges: Map<string, Set<string>>, start: string, end: string): string[] | null {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways)
    for (const next of edges.get(way.at(-1)!) ?? []) {
      if (next === end) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return null
}

/** The graph without transitive arrows. */
export function mermaid(graph: DomainGraph): string {
  const edges = importedBy(graph)
  const needed = [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && shortestWay(edges, other, to)))
      .toSorted()
      .map((to) => `  ${from} --> ${to}`),
  )
  const linked = new Set(graph.imports.flatMap(({ from, to }) => [from, to]))
  const alone = graph.domains.filter((domain) => !linked.has(domain)).map((domain) => `  ${domain}`)
  return ['```mermaid', 'flowchart TD', ...needed, ...alone, '```'].join('\n')
}

/** One row per domain: its folder, linked to its README, and the README's first sentence. */
export function domainTable(root: string, { domains }: DomainGraph): string {
  const rows = domains.map(
    (domain) => `| [${domain}](../src/${domain}/README.md) | ${purposeOf(root, domain)} |`,
  )
  return ['| domain | purpose |', '|---|---|', ...rows].join('\n')
}

function purposeOf(root: string, domain: string) {
  const file = join(root, 'src', domain, 'README.md')
  const purpose =
    existsSync(file) && /^# .+\n\n([A-Z][^\n]*?\.)(?:\s|$)/.exec(readFileSync(file, 'utf8'))?.[1]
  if (!purpose) throw new Error(`src/${domain}/README.md must begin with a title and a sentence on one line.`)
  return purpose
}

const list = [
  '<!-- domain list: written by scripts/domain-graph.ts -->',
  '<!-- end of the domain list -->',
] as const
const image = [
  '<!-- domain graph: written by scripts/domain-graph.ts -->',
  '<!-- end of the domain graph -->',
] as const

/** The document with `text` between its two markers. */
function withPart(document: string, [begin, end]: readonly [string, string], text: string): string {
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error('docs/architecture.md has lost its markers.')
  return `${before}${begin}\n\n${text}\n\n${end}${after}`
}

/** The text of docs/architecture.md with the current list and graph of domains. */
export const withDomains = (document: string, root: string, graph: DomainGraph): string =>
  withPart(withPart(document, list, domainTable(root, graph)), image, mermaid(graph))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  const file = join(root, 'docs/architecture.md')
  writeFileSync(file, withDomains(readFileSync(file, 'utf8'), root, readDomainGraph(root)))
}
