import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Texts = { [key: string]: string | Texts }

/** What a screen says in English: `say('courses', 'new.submit')`. A key that is missing is a failure of the test. */
export function say(domain: string, key: string, values: Record<string, string | number> = {}): string {
  const folder = domain === 'ui' ? 'ui/locales' : `${domain}/screens/locales`
  const texts = JSON.parse(
    readFileSync(join(import.meta.dirname, '../src', folder, 'en.json'), 'utf8'),
  ) as Texts
  let found: string | Texts | undefined = texts
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  if (typeof found !== 'string') throw new Error(`there is no text ${domain}:${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name]))
}
