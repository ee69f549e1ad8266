import { embedProviders } from './embed-providers.ts'

export interface Embed {
  provider: string
  /** Address for the `src` of an `iframe`; always https, with one of `embedOrigins`. */
  url: string
  /** Width divided by height; null if the frame needs a fixed height. */
  ratio: number | null
}

/** Every origin that an embed address can have. The content security policy allows frames from these. */
export const embedOrigins = [...new Set(embedProviders.flatMap((provider) => provider.origins))]

const longest = 2_000

/** Converts a pasted address to an embed; returns null if no provider matches. */
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

/** Returns the normalised embed address, or null if no provider matches. */
export const embedUrl = (pasted: string) => parseEmbed(pasted)?.url ?? null
