import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

const root = `${import.meta.dirname}/../../..`
/** These read text of our own, of the operator or of the database. */
const ownText =
  /\.test\.tsx?$|^src\/(?:testing|demo|operations|embedded-postgres|ui\/i18n|ui\/dev|platform\/(?:config|telemetry|isolated))\/|^src\/(?:[\w-]+\/)?config\.ts$/

/** Every regular expression that a source file may match with text from outside, with the files that hold it. */
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

/** Every value of a keyword, such as `pattern` or `format`, anywhere in a schema. */
export function collectKeywordValues(schema: unknown, keyword: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) =>
    name === keyword && typeof value === 'string' ? [value] : collectKeywordValues(value, keyword),
  )
}

/** Whether a pattern repeats something without a bound. Any other one reads a bounded piece from each position. */
export function repeatsWithoutBound(pattern: string) {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,\}/.test(bare)
}
