import type { Language } from '#lib/languages/languages.ts'
import type { Wording } from '#lib/wording/wording-texts.ts'
import type { Brand } from './brand.ts'

/** School id of rows that belong to the platform: mail, audit log and jobs of owners' accounts. */
export const PLATFORM_ID = '00000000-0000-0000-0000-000000000000'

export type LegalKind = 'terms' | 'privacy'
/**
 * Current version of each legal text of the school, and the version that everybody must have accepted; 0 for
 * none.
 */
export type LegalTextVersions = Readonly<Record<LegalKind, { version: number; required: number }>>

/** Data of a school that every request needs; cached in the process, dropped on changes. */
export interface School {
  school_id: string
  school_url: string
  /** Canonical host name without port. */
  host: string
  /** Brand of the root at which it was created. */
  brand: Brand
  name: string
  tagline: string
  language: string
  time_zone: string
  currency_code: string
  country: string
  plan_name: string
  /** Limits of the plan that the school subscribed to: students, and bytes. Null for a plan without limits of its own. */
  plan_limits: { students: number; storage: number } | null
  /** Set while a payment of the plan is overdue: when its limits end. */
  plan_grace_ends_at: Date | null
  allow_manual_student_approval: boolean
  /** How students pay for courses; empty if the school does not say. */
  payment_instructions: string
  /** Whether students see how many weeks in a row they learned. */
  shows_streak: boolean
  /** Texts that replace those of the interface, by language. */
  wording: Partial<Record<Language, Wording>>
  /** Null for schools of the platform itself. */
  reseller_root_domain: string | null
  created_at: Date
  /** Feature flags that are on. */
  flags: readonly string[]
  /** Whether staff need a second factor. */
  require_second_factor: boolean
  /** Whether visits and usage events are stored. */
  allow_analytics: boolean
  legal: LegalTextVersions
  /** Set during the grace period of a closing school: date of its erasure. Nobody can write. */
  closes_at: Date | null
  theme_css: string
  logo_url: string | null
}
