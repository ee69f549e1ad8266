import type { Language, Scheme } from '#platform/client/page/page-preferences.ts'

/** What pages may know of the school whose host this is. It is sent to every visitor. */
export interface PageSchool {
  school_id: string
  school_url: string
  /** Where the school's public pages live, such as `http://demo.localhost:3000`. */
  origin: string
  name: string
  tagline: string
  language: string
  time_zone: string
  currency_code: string
  country: string
  logo_url: string | null
  /** Names of the feature flags that are on for the school, for every visitor alike. */
  flags: readonly string[]
  /** Set while it is closing: the moment in RFC 3339 at which it goes. */
  closes_at: string | null
}

/** Under whose name a root host and its schools are. */
export interface PageBrand {
  name: string
  logo_url: string | null
  /** Empty for none. */
  support_email: string
  /** Whether strangers may open a school here. */
  opens_schools: boolean
}

export type PageHost = { kind: 'root' } | { kind: 'school'; school: PageSchool }

/** What client analytics may do on this page. */
export interface PageAnalytics {
  logs_visits: boolean
  reports_events: boolean
  /** A third party that gets events too, with the consent of the person. */
  provider: { url: string; token: string } | null
}

/** What the frame of a page needs; a part of every answer, so nothing of one visitor is in it. */
export interface PageFrame {
  host: PageHost
  locale: Language
  scheme: Scheme
  production: boolean
  /** The colours of the page as CSS variables: the school's own, else the brand's. */
  theme_css: string
  /** The origin of the root host, such as `http://localhost:3000`: the platform's, or a reseller's for its schools. */
  root_origin: string
  root_domain: string
  brand: PageBrand
  /** Where the terms of use and the privacy notice stand that count here; null for none. */
  legal: { terms: string | null; privacy: string | null }
  analytics: PageAnalytics
  /** Null where nobody is told of errors. */
  error_reports: { environment: string; release: string | null } | null
  /** The public pair by which the web client names itself. */
  api: { username: string; secret: string }
}
