import type { FastifyRequest } from 'fastify'
import { renderPlainPage } from '#platform/pages/render-plain-page.ts'
import { preferredLanguage } from '#platform/http/headers/content-negotiation.ts'
import { translator } from '#platform/pages/translate.ts'

/**
 * What strangers meet while a school is closing, instead of its public pages and its registration: it may come back, so
 * the status says "not now". The pages behind login go on, for whoever reads there or takes something along.
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
