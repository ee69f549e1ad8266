interface Inline {
  nonce?: string
  styleHash?: string
  /** The schools' own hosts, whose logos the platform's pages show; needed where they are not served by https. */
  schools?: string
  /** The store to which browsers send files themselves. Reading always goes through the school's own host. */
  store?: string | null
  /** The third party to which browsers report events, where one is configured. */
  analytics?: string | null
}

/**
 * The content security policy of a page. A page that hydrates allows its own inline scripts and styles
 * by nonce; a page that is the same for everybody has no inline script and one known inline style.
 */
export function contentPolicy({ nonce, styleHash, schools, store, analytics }: Inline): string {
  const inlineStyle = nonce ? `'nonce-${nonce}'` : `'sha256-${styleHash}'`
  return [
    `default-src 'self'`,
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' ${inlineStyle}`,
    // Positions and sizes that React writes as style attributes on the server; they cannot load or run anything.
    nonce ? `style-src-attr 'unsafe-inline'` : `style-src-attr 'none'`,
    `img-src 'self' data: blob: https:${schools ? ` ${schools}` : ''}`,
    `media-src 'self' blob: https:`,
    `font-src 'self'`,
    `connect-src 'self'${nonce && store ? ` ${store}` : ''}${analytics ? ` ${new URL(analytics).origin}` : ''}`,
    `frame-src 'self' https:`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; ')
}
