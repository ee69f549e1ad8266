/**
 * Texts that a source file names: whole keys, and beginnings of computed ones, each with its possible
 * namespaces.
 */
export interface UsedTexts {
  namespaces: string[]
  keys: Set<string>
  beginnings: Set<string>
}

/**
 * Collects everything in a source file that looks like a key. Types check that a used key exists, so this
 * only has to find which texts nobody uses. `home` is the namespace of files that are handed `t`.
 */
export function findUsedTexts(source: string, home: string): UsedTexts {
  const named = [...source.matchAll(/(?:useTranslation\(|ScreenTranslate<|ScreenTextKey<)([^)>]*)/g)].flatMap(
    ([, names = '']) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!),
  )
  const isUi = /useTranslation\(\)|ScreenTranslate\b(?!<)/.test(source)
  const namespaces = new Set([...named, ...(isUi ? ['ui'] : []), ...(named.length || isUi ? [] : [home])])
  const used: UsedTexts = { namespaces: [...namespaces], keys: new Set(), beginnings: new Set() }
  for (const [, key = '', end] of source.matchAll(/['"`]([\w-]+[\w:.-]*)(['"`]|\$\{)/g))
    (end === '${' ? used.beginnings : used.keys).add(key)
  return used
}

/** Whether the file uses the text `key` of a namespace, with or without the namespace as a prefix. */
export function usesText({ namespaces, keys, beginnings }: UsedTexts, namespace: string, key: string) {
  const names = [`${namespace}:${key}`, ...(namespaces.includes(namespace) ? [key] : [])]
  return names.some((name) => keys.has(name) || [...beginnings].some((one) => name.startsWith(one)))
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

/** Returns the plural forms of every text that has some, by key. */
export function pluralForms(texts: object, before = ''): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [name, value] of Object.entries(texts) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null) {
      for (const [key, forms] of pluralForms(value, `${before}${name}.`)) found.set(key, forms)
      continue
    }
    const [ending, form] = pluralEnding.exec(name) ?? []
    if (!ending || !form) continue
    const key = `${before}${name.slice(0, -ending.length)}`
    found.set(key, new Set(found.get(key)).add(form))
  }
  return found
}
