import { createHash } from 'node:crypto'
import { directionOf, type Language } from '#lib/languages/languages.ts'
import { escapeHtml } from './escape-html.ts'

const look = `body{margin:0;background:var(--ly-background);color:var(--ly-text);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto;padding:14vh 1.25rem;text-align:center}h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}
b{display:block;margin-bottom:2rem;color:var(--ly-primary-text);overflow-wrap:anywhere}a{display:inline-block;margin-top:1rem;padding:.625rem 1.25rem;border-radius:.5rem;background:var(--ly-primary);color:var(--ly-on-primary);text-decoration:none}
h1:focus{outline:none}button{margin:1rem .375rem 0;min-height:2.75rem;padding:0 1.25rem;border:1px solid var(--ly-primary);border-radius:.5rem;background:var(--ly-primary);color:var(--ly-on-primary);font:inherit;font-weight:600;cursor:pointer}button+button{border-color:var(--ly-border);background:var(--ly-surface);color:var(--ly-text)}`

interface PlainPage {
  language: Language
  theme_css: string
  /** Name above the title; null for none. */
  name: string | null
  title: string
  text: string
  link: { href: string; label: string } | null
  /** Whether search engines must remove the address. */
  isForgotten: boolean
  /** Path of a script that renders the page. Title and text are then for browsers without scripts. */
  script?: string
  /** What that script reads as JSON from the element with this id. */
  data?: { id: string; value: object }
}

/** Returns a complete page as a string, without data of a tenant. All values are escaped. */
export function renderPlainPage(page: PlainPage) {
  const { language, theme_css, name, title, text, link, isForgotten, script, data } = page
  const style = `${theme_css}${look}`
  const hash = createHash('sha256').update(style).digest('base64')
  const head = name === null ? '' : `<b>${escapeHtml(name)}</b>`
  const way = link ? `<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>` : ''
  const robots = isForgotten ? '<meta name="robots" content="noindex">' : ''
  const body = `<main>${head}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${way}</main>`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}';${script ? " script-src 'self';" : ''} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    },
    html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-scheme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${robots}<title>${escapeHtml(title)}</title><style>${style}</style>${data ? jsonElement(data) : ''}${script ? `<script src="${script}" defer></script>` : ''}</head><body>${script ? `<noscript>${body}</noscript>` : body}</body></html>\n`,
  }
}

/** Escaped, so that no value can close the element. */
const jsonElement = ({ id, value }: { id: string; value: object }) =>
  `<script id="${escapeHtml(id)}" type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
