import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Texts = { [key: string]: string | Texts }

function textAt(texts: Texts, key: string) {
  let found: string | Texts | undefined = texts
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return found
}

/**
 * English text of a screen: `uiText('courses', 'new.submit')`, or of one namespace of a domain:
 * `uiText('accounts/second-factor', 'code')`. A missing key fails the test.
 */
export function uiText(domain: string, key: string, values: Record<string, string | number> = {}): string {
  const [name, namespace = ''] = domain.split('/')
  const locales = name === 'ui' ? 'ui/locales' : `${name}/screens/locales`
  const folder = join(import.meta.dirname, '../../src', locales, namespace)
  const files = ['en.json', ...globSync('*/en.json', { cwd: folder })]
  const found = files
    .map((file) => textAt(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts, key))
    .find((text) => text !== undefined)
  if (typeof found !== 'string') throw new Error(`there is no text ${domain}:${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name]))
}
