import { embedProviders } from './embed-providers.ts'

export interface Embed {
  provider: string
  /** Address for an `iframe`'s `src`; always https and always one of `embedOrigins`. */
  url: string
  /** Width to height; null where the frame wants a fixed height instead. */
  ratio: number | null
}

/** Every origin that an embed's address can have: what a content policy must let frames load. */
export const embedOrigins = [...new Set(embedProviders.flatMap((provider) => provider.origins))]

const longest = 2_000

/** The embed that a pasted address stands for; null for an address of nobody we know. */
export function parseEmbed(pasted: string): Embed | null {
  const address = pasted.trim()
  if (address.length > longest || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username || url.password || url.port) return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  for (const { name, hosts, embed, ratio } of embedProviders) {
    const found = hosts.includes(host) ? embed(url, url.pathname.split('/').filter(Boolean), host) : null
    if (found) return { provider: name, url: found, ratio }
  }
  return null
}

/** The normalised embed address, or null. */
export const embedUrl = (pasted: string) => parseEmbed(pasted)?.url ?? null
