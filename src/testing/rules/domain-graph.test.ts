import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  cyclesIn,
  mermaid,
  readDomainGraph,
  readFolderGraph,
  specifiersIn,
  withDomains,
  type DomainGraph,
} from '../../../scripts/domain-graph.ts'

const root = join(import.meta.dirname, '../../..')
const graph = readDomainGraph(root)

const graphOf = (...edges: string[]): DomainGraph => {
  const imports = edges.map((edge) => {
    const [from = '', to = ''] = edge.split(' ')
    return { from, to, text: `${from}.ts imports #${to}/index.ts` }
  })
  return { domains: [...new Set(imports.flatMap(({ from, to }) => [from, to]))], imports }
}

test('finds every kind of import', () => {
  const text = `import a from '#a/index.ts'
    import type { B } from "#b/contract.ts"
    export { c } from '../c/index.ts'
    const d = lazy(() => import('#d/screens/d.tsx'))
    import {
      e,
    } from '#e/index.ts'
    import './f.css'`
  expect(specifiersIn(text)).toEqual([
    '#a/index.ts',
    '#b/contract.ts',
    '../c/index.ts',
    '#d/screens/d.tsx',
    '#e/index.ts',
    './f.css',
  ])
})

test('prints a cycle with the imports that close it', () => {
  expect(cyclesIn(graphOf('a b', 'b c', 'c a', 'c d'))).toEqual([
    'a → b → c → a\n  a.ts imports #b/index.ts\n  b.ts imports #c/index.ts\n  c.ts imports #a/index.ts',
  ])
  expect(cyclesIn(graphOf('a b', 'b c', 'a c'))).toEqual([])
})

test('omits transitive arrows', () => {
  const image = mermaid(graphOf('a b', 'b c', 'a c'))
  expect(image.match(/\w+ --> \w+/g)).toEqual(['a --> b', 'b --> c'])
})

test('reads the domains and their imports from the sources', () => {
  expect(graph.domains.length).toBeGreaterThan(30)
  expect(graph.domains).not.toContain('platform')
  expect(graph.imports.length).toBeGreaterThan(100)
})

test('contains no cycles', () => {
  expect(cyclesIn(graph).join('\n\n')).toBe('')
})

test('is shown in docs/architecture.md', () => {
  const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  expect(document, 'run `npm run docs:domains`').toBe(withDomains(document, root, graph))
})

/** A folder `src` with these files, removed after the test. */
function sourcesOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'folder-graph-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true })
    writeFileSync(join(folder, 'src', path), text)
  }
  return folder
}

test('finds a cycle between sub-folders of a domain, also below its screens', () => {
  const folder = sourcesOf({
    'a/one/x.ts': `import { y } from '../two/y.ts'`,
    'a/two/y.ts': `import type { X } from '#a/one/deep/x.ts'`,
    'a/screens/list/x.tsx': `import { y } from '../table/y.tsx'`,
    'a/screens/table/y.tsx': `import { z } from '../list/z.tsx'`,
  })
  expect(cyclesIn(readFolderGraph(folder))).toEqual([
    'a/one → a/two → a/one\n  src/a/one/x.ts imports ../two/y.ts\n  src/a/two/y.ts imports #a/one/deep/x.ts',
    'a/screens/list → a/screens/table → a/screens/list\n' +
      '  src/a/screens/list/x.tsx imports ../table/y.tsx\n  src/a/screens/table/y.tsx imports ../list/z.tsx',
  ])
})

test('lets sub-folders share files of their domain', () => {
  const folder = sourcesOf({
    'a/one/x.ts': `import { shared } from '../shared.ts'`,
    'a/shared.ts': `import { x } from './one/x.ts'`,
    'a/screens/list/x.tsx': `import { y } from '../y.tsx'\nimport type { z } from '#b/one/z.ts'`,
    'a/screens/y.tsx': `import { x } from './list/x.tsx'`,
    'b/one/z.ts': `import { x } from '#a/one/x.ts'`,
  })
  expect(cyclesIn(readFolderGraph(folder))).toEqual([])
})

test('contains no cycles between the sub-folders of a domain', () => {
  expect(cyclesIn(readFolderGraph(root)).join('\n\n')).toBe('')
})
