import type { Brand } from './brand.ts'

export type LegalKind = 'terms' | 'privacy'
/** Of each text of the school the version in force, and the one that everybody has to have accepted; 0 for none. */
export type LegalTextVersions = Readonly<Record<LegalKind, { version: number; required: number }>>

/** What every request of a school needs to know of it; cached in the process, dropped when it changes. */
export interface School {
  school_id: string
  school_url: string
  /** Canonical host name without port. */
  host: string
  /** Whose root it was opened at. */
  brand: Brand
  name: string
  tagline: string
  language: string
  time_zone: string
  currency_code: string
  country: string
  plan_name: string
  allow_manual_student_approval: boolean
  /** Null where the platform itself is its house. */
  reseller_root_domain: string | null
  created_at: Date
  /** Feature flags that are on for it. */
  flags: readonly string[]
  /** Whether staff log in with a second factor only. */
  require_second_factor: boolean
  /** Whether visits and usage events are stored. */
  allow_analytics: boolean
  legal: LegalTextVersions
  /** Set while its owners have closed it and may think better of it: nobody writes, and on that day it goes. */
  closes_at: Date | null
  theme_css: string
  logo_url: string | null
}
