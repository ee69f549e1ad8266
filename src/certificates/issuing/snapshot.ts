import { addMonths } from '#lib/dates/add-months.ts'
import type { Language } from '#lib/languages/languages.ts'
import { languageOr } from '#lib/languages/languages.ts'
import type { School } from '#tenancy/hosts/school.ts'
import type { TemplateContent } from '../templates/template.ts'

/** Texts of a certificate besides student and course, as they were when it was issued. */
export interface CertificateSnapshot {
  school_name: string
  language: Language
  time_zone: string
  certification_text: string
  signer: string
  /** Root domain of the school’s reseller; null without one. */
  reseller_root_domain: string | null
}

/** The texts of a certificate that is issued now. */
export const snapshotOf = (
  school: Pick<School, 'name' | 'language' | 'time_zone' | 'reseller_root_domain'> | null,
  { language, certification_text, signer }: TemplateContent,
): CertificateSnapshot => ({
  school_name: school?.name ?? '',
  language: language ?? languageOr(school?.language),
  time_zone: school?.time_zone ?? 'UTC',
  certification_text,
  signer,
  reseller_root_domain: school?.reseller_root_domain ?? null,
})

/** When a certificate that is issued now expires; null if it does not. */
export const expiryOf = ({ validity_months }: TemplateContent, now: Date): Date | null =>
  validity_months === null ? null : addMonths(now, validity_months)

const numberDigits = 6

/** A number as it is printed. */
export const numberText = (number: number): string => String(number).padStart(numberDigits, '0')
