import type { Wording } from './wording-texts.ts'

type Texts = { [key: string]: unknown }

/** Replaces texts of a namespace in place, and returns it. Texts that do not exist any more are ignored. */
export function replaceTexts<T extends object>(texts: T, namespace: string, wording: Wording): T {
  for (const [name, text] of Object.entries(wording)) {
    const [owner, key = ''] = name.split(':')
    if (owner !== namespace) continue
    const path = key.split('.')
    const last = path.pop()!
    const parent = path.reduce<Texts | undefined>((node, part) => node?.[part] as Texts, texts as Texts)
    if (typeof parent?.[last] === 'string') parent[last] = text
  }
  return texts
}
