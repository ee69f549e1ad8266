import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultThemeCss } from '#lib/theme/index.ts'
import { pageVariant } from '#platform/pages/page-variant.ts'
import { renderPlainPage } from '#platform/pages/render-plain-page.ts'
import { brandForHost } from '../hosts/hosts.ts'
import { translator } from '#platform/pages/translate.ts'
import { frameElement } from '#tenancy/client/early-texts.ts'
import { earlyTextsByLanguage } from './read-early-texts.ts'

/** Built into the browser's files by `scripts/vite/small-scripts.ts`. */
const script = '/error-page.js'

/**
 * Document of a page that failed on the server, for any 5xx status. Its script renders the error page in the
 * browser; without scripts it shows a sentence. Needs neither the database nor the screens.
 */
export function serverErrorPage({ tenant, headers }: Pick<FastifyRequest, 'tenant' | 'headers'>) {
  const school = tenant?.kind === 'school' ? tenant.school : null
  const brand = tenant ? brandForHost(tenant) : null
  const language = pageVariant(headers, school?.language).locale
  const t = translator(language)
  return renderPlainPage({
    language,
    theme_css: school?.theme_css || brand?.theme_css || defaultThemeCss,
    name: null,
    title: school?.name ?? brand?.name ?? 'Lyceum',
    text: t('tenancy:failedPage.text'),
    link: { href: '/', label: t('tenancy:failedPage.home') },
    isForgotten: false,
    script,
    data: { id: frameElement, value: { early_texts: earlyTextsByLanguage[language] } },
  })
}

/** Answers a page request with that document. */
export function sendServerErrorPage(request: FastifyRequest, reply: FastifyReply, status: number) {
  const { headers, html } = serverErrorPage(request)
  return reply.code(status).headers(headers).send(html)
}
