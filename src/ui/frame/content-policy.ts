interface Inline {
  nonce?: string
  styleHash?: string
  /** Hosts of schools whose logos the pages of the platform show; needed where they are not served by https. */
  schools?: string
  /** The object storage to which browsers upload directly. Reads always use the host of the school. */
  store?: string | null
  /** The analytics service to which browsers report events, if configured. */
  analytics?: string | null
}

/**
 * The content security policy of a page. A page that hydrates allows its inline scripts and styles by nonce; a
 * cached public page has no inline script and one inline style, allowed by hash.
 */
export function contentPolicy({ nonce, styleHash, schools, store, analytics }: Inline): string {
  const inlineStyle = nonce ? `'nonce-${nonce}'` : `'sha256-${styleHash}'`
  return [
    `default-src 'self'`,
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' ${inlineStyle}`,
    // React renders positions and sizes as style attributes on the server; they cannot load or run anything.
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
