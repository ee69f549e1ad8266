import type { FastifyRequest } from 'fastify'
import { renderPlainPage } from '#platform/pages/render-plain-page.ts'
import { preferredLanguage } from '#platform/http/headers/content-negotiation.ts'
import { translator } from '#platform/pages/translate.ts'

/**
 * The page of a closing school for visitors, instead of its public pages and registration. The status is 503,
 * because the school may return. Pages behind login still work, for reading and exports.
 */
export function closurePage({ tenant, headers, url }: FastifyRequest, isPublicPage: boolean) {
  if (tenant.kind !== 'school' || !tenant.school.closes_at) return null
  if (!isPublicPage && !/^\/register\/?(\?|$)/.test(url)) return null
  const { school } = tenant
  const language = preferredLanguage(headers['accept-language'], 'en')
  const t = translator(language)
  const page = renderPlainPage({
    language,
    theme_css: school.theme_css,
    name: school.name,
    title: t('tenancy:closingSchool.title'),
    text: t('tenancy:closingSchool.text'),
    link: { href: '/login', label: t('tenancy:closingSchool.login') },
    isForgotten: false,
  })
  return { ...page, status: 503, headers: { ...page.headers, 'retry-after': '86400' } }
}
