import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

const root = `${import.meta.dirname}/../../..`
/** These files match text of our own, of the operator or of the database. */
const ownText =
  /\.test\.tsx?$|^src\/(?:testing|demo|operations|embedded-postgres|ui\/i18n|ui\/dev|platform\/(?:config|telemetry|isolated))\/|^src\/(?:[\w-]+\/)?config\.ts$/

/** Regular expressions that may match external text, with their files. */
export function collectSourcePatterns() {
  const found = new Map<string, string[]>()
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !ownText.test(name))) {
    const visitor = new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        const key = `/${pattern}/${flags}`
        found.set(key, [...(found.get(key) ?? []), file])
      },
    })
    visitor.visit(parseSync(file, readFileSync(`${root}/${file}`, 'utf8')).program)
  }
  return found
}

/** Every value of a keyword, such as `pattern` or `format`, within a schema. */
export function collectKeywordValues(schema: unknown, keyword: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) =>
    name === keyword && typeof value === 'string' ? [value] : collectKeywordValues(value, keyword),
  )
}

/** Whether a pattern contains an unbounded repetition. Others read a limited part from each position. */
export function repeatsWithoutBound(pattern: string) {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,\}/.test(bare)
}
