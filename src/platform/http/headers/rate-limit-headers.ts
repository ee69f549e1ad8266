/**
 * Headers with the rate limit: the two structured fields of draft-ietf-httpapi-ratelimit-headers, and the three
 * older common ones. `left` is in seconds.
 */
export function rateLimitHeaders(
  policy: string,
  { max, seconds }: { max: number; seconds: number },
  { used, left }: { used: number; left: number },
) {
  const remaining = Math.max(0, max - used)
  return {
    'ratelimit-policy': `"${policy}";q=${max};w=${seconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${left}`,
    'ratelimit-limit': max,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': left,
  }
}
