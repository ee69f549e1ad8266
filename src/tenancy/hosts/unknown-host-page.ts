import { defaultThemeCss } from '#lib/theme/index.ts'
import type { Brand } from './brand.ts'
import { originFor, type Config } from '#platform/config/config.ts'
import { renderPlainPage } from '#platform/pages/render-plain-page.ts'
import { preferredLanguage } from '#platform/http/headers/content-negotiation.ts'
import { translator } from '#platform/pages/translate.ts'

interface UnknownHost {
  /** Brand of the root above the host; null for foreign hosts, which get no brand. */
  brand: Brand | null
  acceptedLanguages: string | undefined
  /** Whether an erased school had this address. */
  isGone: boolean
}

/** Renders the page of an unknown host: it names no school, only where to find schools. */
export function renderUnknownHostPage(config: Config, { brand, acceptedLanguages, isGone }: UnknownHost) {
  const language = preferredLanguage(acceptedLanguages, 'en')
  const t = translator(language)
  return renderPlainPage({
    language,
    theme_css: brand?.theme_css ?? defaultThemeCss,
    name: brand?.name ?? null,
    title: t(isGone ? 'tenancy:goneSchool.title' : 'tenancy:unknownHost.title'),
    text: t(isGone ? 'tenancy:goneSchool.text' : 'tenancy:unknownHost.text'),
    link: brand && {
      href: `${originFor(config, brand.domain)}/find-school`,
      label: t('tenancy:unknownHost.find'),
    },
    isForgotten: true,
  })
}
