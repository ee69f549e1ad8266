import type { HeadersArgs } from 'react-router'

/** Headers of a page that must not be answered from the cache after the next of these moments. */
export function expiresAt(moments: readonly (string | null | undefined)[]): Record<string, string> {
  const ahead = moments
    .filter((moment) => typeof moment === 'string')
    .map((moment) => Date.parse(moment))
    .filter((time) => time > Date.now())
  return ahead.length > 0 ? { expires: new Date(Math.min(...ahead)).toUTCString() } : {}
}

/** Sends the headers that the loader returned. */
export const loaderHeaders = (args: HeadersArgs) => args.loaderHeaders
