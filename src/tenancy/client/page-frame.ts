import type { Language } from '#lib/languages/languages.ts'
import type { Scheme } from '#platform/client/page/page-preferences.ts'
import type { Wording } from '#lib/wording/wording-texts.ts'
import type { EarlyTexts } from './early-texts.ts'

/** Data of the host's school for pages. Sent to every visitor. */
export interface PageSchool {
  school_id: string
  school_url: string
  /** Origin of the school's public pages, such as `http://demo.localhost:3000`. */
  origin: string
  name: string
  tagline: string
  language: string
  time_zone: string
  currency_code: string
  country: string
  logo_url: string | null
  /** Feature flags that are on for the school, equal for every visitor. */
  flags: readonly string[]
  /** Set while the school is closing: date of its erasure, RFC 3339. */
  closes_at: string | null
}

/** Brand of a root host and its schools. */
export interface PageBrand {
  name: string
  logo_url: string | null
  /** Empty for none. */
  support_email: string
  /** Whether visitors may create a school here. */
  allows_school_creation: boolean
}

export type PageHost = { kind: 'root' } | { kind: 'school'; school: PageSchool }

/** Analytics settings of this page. */
export interface PageAnalytics {
  logs_visits: boolean
  reports_events: boolean
  /** An analytics service that gets events of people with consent. */
  provider: { url: string; token: string } | null
}

/** Data of a page's frame; part of cached pages, so it contains nothing of one visitor. */
export interface PageFrame {
  host: PageHost
  locale: Language
  scheme: Scheme
  early_texts: EarlyTexts
  /** Texts of the page's language that the school replaced. */
  wording: Wording
  production: boolean
  /** Colours of the page as CSS variables: the school's, else the brand's. */
  theme_css: string
  /** Colour of the window of the installed app. */
  app_color: string
  /** Address of the icon for home screens of Apple's; null without an uploaded logo. */
  touch_icon_url: string | null
  /**
   * Origin of the root host, such as `http://localhost:3000`: the platform's, or a reseller's for its schools.
   */
  root_origin: string
  root_domain: string
  brand: PageBrand
  /** Addresses of the applicable terms of use and privacy notice; null for none. */
  legal: { terms: string | null; privacy: string | null }
  analytics: PageAnalytics
  /** Null if errors are not reported. */
  error_reports: { environment: string; release: string | null } | null
  /** Public API credentials of the web client. */
  api: { username: string; secret: string }
}
