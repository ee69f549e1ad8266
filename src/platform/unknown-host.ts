import { createHash } from 'node:crypto'
import { defaultThemeCss } from '#lib/theme/index.ts'
import type { Brand } from './brand.ts'
import { originOf, type Config } from './config.ts'
import { escapeHtml } from './html.ts'
import { translator } from './translate.ts'

const look = `body{margin:0;background:var(--ly-background);color:var(--ly-text);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto;padding:14vh 1.25rem;text-align:center}h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}
b{display:block;margin-bottom:2rem;color:var(--ly-primary-text)}a{display:inline-block;margin-top:1rem;padding:.625rem 1.25rem;border-radius:.5rem;background:var(--ly-primary);color:var(--ly-on-primary);text-decoration:none}`

interface Asked {
  /** Whose root the host is below; null for a stranger's, which is told nothing of us. */
  brand: Brand | null
  acceptedLanguages: string
}

/** A host that is nobody's learns of no school, only where schools are found. */
export function unknownHostPage(config: Config, { brand, acceptedLanguages }: Asked) {
  const language = /^\s*fr\b/i.test(acceptedLanguages) ? 'fr' : 'en'
  const t = translator(language)
  const words = (key: string) => escapeHtml(t(`platform:unknownHost.${key}`))
  const style = `${brand?.theme_css ?? defaultThemeCss}${look}`
  const hash = createHash('sha256').update(style).digest('base64')
  const name = brand ? `<b>${escapeHtml(brand.name)}</b>` : ''
  const home = brand && escapeHtml(originOf(config, brand.domain))
  const link = home ? `<a href="${home}/find-school">${words('find')}</a>` : ''
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    },
    html: `<!doctype html><html lang="${language}" data-scheme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${words('title')}</title><style>${style}</style></head><body><main>${name}<h1>${words('title')}</h1><p>${words('text')}</p>${link}</main></body></html>\n`,
  }
}
