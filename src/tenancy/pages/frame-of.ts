import type { FastifyRequest } from 'fastify'
import { originFor, type Config } from '#platform/config/config.ts'
import { pageVariant } from '#platform/pages/page-variant.ts'
import type { PageFrame, PageBrand, PageHost } from '../client/page-frame.ts'
import type { Brand } from '../hosts/brand.ts'
import { brandForHost } from '../hosts/hosts.ts'
import type { School } from '../hosts/school.ts'
import { lightColor } from '#lib/theme/light-color.ts'
import { touchIconAddress } from '#lib/responsive-images/app-icons.ts'
import { earlyTextsByLanguage } from './read-early-texts.ts'

/** What every page of a request's host contains: school, brand, theme, legal links and settings of the client. */
export function frameOf(config: Config, request: FastifyRequest): PageFrame {
  const { tenant } = request
  const school = tenant.kind === 'school' ? tenant.school : null
  const brand = brandForHost(tenant)
  const theme_css = school?.theme_css || brand.theme_css
  const variant = pageVariant(request.headers, school?.language)
  return {
    host: school ? { kind: 'school', school: pageSchool(config, school) } : { kind: 'root' },
    ...variant,
    wording: school?.wording[variant.locale] ?? {},
    early_texts: earlyTextsByLanguage[variant.locale],
    theme_css,
    app_color: lightColor(theme_css, 'surface'),
    touch_icon_url: touchIconAddress((school ?? brand).logo_url),
    production: config.production,
    root_origin: originFor(config, brand.domain),
    root_domain: brand.domain,
    brand: pageBrand(brand),
    legal: {
      terms: school?.legal.terms.version ? '/terms' : brand.terms_url,
      privacy: school?.legal.privacy.version ? '/privacy' : brand.privacy_url,
    },
    analytics: pageAnalytics(config, school),
    error_reports: config.errorReporting && {
      environment: config.errorReporting.environment,
      release: config.errorReporting.release,
    },
    api: { username: config.webApiUsername, secret: config.webApiSecret },
  }
}

/** Pages of the platform have no visit log. */
const pageAnalytics = ({ analytics }: Config, school: School | null): PageFrame['analytics'] => ({
  logs_visits: school?.allow_analytics ?? false,
  reports_events: analytics.enabled && (school?.allow_analytics ?? true),
  provider: analytics.enabled && (school?.allow_analytics ?? true) ? analytics.provider : null,
})

const pageBrand = ({ name, logo_url, support_email, allows_school_creation }: Brand): PageBrand => ({
  name,
  logo_url,
  support_email,
  allows_school_creation,
})

function pageSchool(config: Config, school: School): Extract<PageHost, { kind: 'school' }>['school'] {
  const { school_id, school_url, name, tagline, language, time_zone, currency_code, country } = school
  const origin = originFor(config, school.host)
  const { logo_url, flags } = school
  return {
    school_id,
    school_url,
    origin,
    name,
    tagline,
    language,
    time_zone,
    currency_code,
    country,
    logo_url,
    flags,
    closes_at: school.closes_at?.toISOString() ?? null,
  }
}
