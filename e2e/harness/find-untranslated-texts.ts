import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

type Texts = { [key: string]: string | Texts }

const root = join(import.meta.dirname, '../..')
const files = globSync(['src/*/screens/locales/**/en.json', 'src/ui/locales/**/en.json'], { cwd: root })
const keys = new Set(
  files.flatMap((file) => keysIn(JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts)),
)

function keysIn(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? key.replace(/_(?:zero|one|two|few|many|other)$/, '')
      : keysIn(value).map((rest) => `${key}.${rest}`),
  )
}

const domains = new Set(files.map((file) => basename(dirname(dirname(dirname(join(root, file)))))))

/** Text keys and placeholder values in displayed text. */
export function findUntranslatedTexts(shown: string): string[] {
  // Template variables are displayed literally to teachers.
  const words = shown.replace(/\{\{(?:course_name|teacher|start_date)\}\}/g, '')
  const values = words.match(/\bundefined\b|\bNaN\b|\[object \w+\]|\{\{|\bInvalid Date\b/g) ?? []
  const named = words.match(/\b(?:[a-z]+:)?[a-z][A-Za-z_]*(?:\.[A-Za-z_]+)+\b/g) ?? []
  const left = named.filter((word) => {
    const [domain, key] = word.includes(':') ? word.split(':') : [undefined, word]
    return keys.has(key!) || (domain !== undefined && domains.has(domain))
  })
  return [...values, ...left]
}
