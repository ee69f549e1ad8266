import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  cyclesIn,
  mermaid,
  readDomainGraph,
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
