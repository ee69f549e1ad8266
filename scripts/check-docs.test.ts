import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { brokenReferences } from './check-docs.ts'

let root: string
afterEach(() => rmSync(root, { recursive: true, force: true }))

function check(files: Record<string, string>) {
  root = mkdtempSync(join(tmpdir(), 'lyceum-docs-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return brokenReferences(root)
}

const sources = {
  'src/courses/policy.ts': '',
  'src/tenancy/http/endpoints.ts': '',
  'docs/a.md': '# One `two` (three)\n',
  'migrations/1.sql': '',
}

test('accepts existing links and paths', () => {
  const text = `
[a](docs/a.md) [b](docs/a.md#one-two-three) [c](#here) [web](https://lyceum.example/x) [d](src/courses)
## Here
\`src/courses/policy.ts\` \`courses/policy.ts\` \`policy.ts\` \`#tenancy/http/endpoints.ts\` \`migrations/*.sql\` \`npm start\` \`a/b\` \`Ctx.tx\`
\`\`\`
[not](a-link.md) \`src/no.ts\`
\`\`\``
  expect(
    check({
      ...sources,
      'README.md': text,
      'src/courses/README.md': '`policy.ts` [up](../tenancy/http/endpoints.ts)',
    }),
  ).toEqual([])
})

test('reports each missing target with its document', () => {
  const text =
    '[a](docs/b.md) [b](docs/a.md#four) [c](#none) [d](../outside.md) `src/gone.ts` `gone.ts` `#platform/gone.ts` `src/*/gone.ts`'
  const invalid = [
    'docs/b.md',
    'docs/a.md#four',
    '#none',
    '../outside.md',
    'src/gone.ts',
    'gone.ts',
    '#platform/gone.ts',
    'src/*/gone.ts',
  ]
  const broken = check({
    ...sources,
    'README.md': text,
    'migrations/README.md': '`2.sql`',
    'src/courses/README.md': '`courses/gone.ts`',
  })
  expect(broken).toEqual([
    ...invalid.map((reference) => `README.md: ${reference}`),
    'migrations/README.md: 2.sql',
    'src/courses/README.md: courses/gone.ts',
  ])
})

test('accepts files that a tutorial asks the reader to create', () => {
  const text = '<!-- example files: poll -->\n`src/polls/poll.ts` `src/gone.ts`'
  expect(check({ ...sources, 'docs/tutorial.md': text })).toEqual(['docs/tutorial.md: src/gone.ts'])
})
