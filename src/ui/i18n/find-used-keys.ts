/** Text keys that a source file uses: whole keys, and prefixes of computed keys, each with its namespaces. */
export interface UsedKeys {
  keys: { key: string; namespaces: string[] }[]
  beginnings: { beginning: string; namespaces: string[] }[]
}

/** Finds the calls of `t` in a source file. `home` is the namespace for functions that get `t` as a parameter. */
export function findUsedKeys(source: string, home: string): UsedKeys {
  const translators = translatorsOf(source, home)
  const used: UsedKeys = { keys: [], beginnings: [] }
  for (const { name, argument } of callsOf(source, [...translators.keys()])) {
    const namespaces = [...translators.get(name)!]
    for (const text of textsOf(argument)) {
      const [given, ...rest] = text.value.split(':')
      const named = rest.length > 0 && !given!.includes('.')
      const key = named ? rest.join(':') : text.value
      const where = named ? [given!] : namespaces
      if (text.open) used.beginnings.push({ beginning: key, namespaces: where })
      else used.keys.push({ key, namespaces: where })
    }
  }
  return used
}

/** The translation functions of a file, with the namespaces that they read. */
function translatorsOf(source: string, home: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, namespace: string) =>
    found.set(name, (found.get(name) ?? new Set()).add(namespace))
  const hook = /\{([^}]*)\}\s*=\s*useTranslation\(\s*\[?(?:['"]([\w-]+)['"])?/g
  for (const [, names = '', namespace = 'ui'] of source.matchAll(hook)) {
    const name = /\bt\s*:\s*(\w+)/.exec(names)?.[1] ?? (/\bt\b/.test(names) ? 't' : null)
    if (name) add(name, namespace)
  }
  if (!found.has('t')) add('t', home)
  return found
}

/** Calls of the named functions with their first argument. */
function* callsOf(source: string, names: string[]) {
  for (const match of source.matchAll(new RegExp(`(?<![\\w.])(${names.join('|')})\\(`, 'g')))
    yield { name: match[1]!, argument: firstArgument(source, match.index + match[0].length) }
}

function firstArgument(source: string, start: number): string {
  let depth = 0
  let quote = ''
  for (let at = start; at < source.length; at++) {
    const sign = source[at]!
    if (quote) {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (`'"\``.includes(sign)) quote = sign
    else if ('([{'.includes(sign)) depth++
    else if (depth === 0 && (sign === ')' || sign === ',')) return source.slice(start, at)
    else if (')]}'.includes(sign)) depth--
  }
  return source.slice(start)
}

/** String literals of an expression; `open` for a template that continues with a computed part. */
function textsOf(expression: string): { value: string; open: boolean }[] {
  const template = /^\s*`([^`$]*)(\$\{)?/.exec(expression)
  if (template) return [{ value: template[1]!, open: template[2] !== undefined }]
  // Strings in a condition are compared, not translated.
  const branches = expression.includes('?') ? expression.slice(expression.indexOf('?')) : expression
  return [...branches.matchAll(/(['"])((?:(?!\1).)*)\1|`([^`$]*)(\$\{)?/g)].map(
    ([, , plain, open, goesOn]) => ({
      value: plain ?? open ?? '',
      open: goesOn !== undefined,
    }),
  )
}

const pluralEnding = /_(zero|one|two|few|many|other)$/

/** Returns the key `a.b.c` of every text; the plural forms of a text count as one. */
export function messageKeys(texts: object, before = ''): string[] {
  const all = Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? messageKeys(value, `${before}${name}.`)
      : [`${before}${name}`],
  )
  return [...new Set(all.map((key) => key.replace(pluralEnding, '')))]
}

/** Returns the variables `{{name}}` of every text, by key. */
export function messageVariables(texts: object, before = ''): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [name, value] of Object.entries(texts) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null) {
      for (const [key, names] of messageVariables(value, `${before}${name}.`)) found.set(key, names)
      continue
    }
    const key = `${before}${name}`.replace(pluralEnding, '')
    const names = found.get(key) ?? new Set<string>()
    for (const [, variable] of String(value).matchAll(/\{\{\s*(\w+)/g)) names.add(variable!)
    found.set(key, names)
  }
  return found
}
