import type { Static } from 'typebox'
import { originFor, type Config } from '#platform/config/config.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type { SchoolRow } from '../queries.ts'
import type {
  FontPair,
  HomeLayout,
  HomeQuestions,
  RegistrationFields,
  SchoolProfile,
  SchoolSettings,
  Theme,
  Wording,
} from '../shapes.ts'

/** Origin of a school's pages. */
export const schoolOrigin = (
  config: Config,
  {
    school_url,
    custom_domain,
    answering_root,
  }: Pick<SchoolRow, 'school_url' | 'custom_domain' | 'answering_root'>,
) => originFor(config, custom_domain ?? `${school_url}.${answering_root ?? config.rootDomain}`)

/** The public profile of a school, without the number of its students. */
export function schoolProfile(
  config: Config,
  row: SchoolRow,
): Omit<Static<typeof SchoolProfile>, 'student_count'> {
  const { custom_domain, whitelabel_referrer_root_domain: root_domain } = row
  return {
    ...row,
    url: schoolOrigin(config, row),
    about: sanitizeRichText(row.about),
    logo_url: row.logo_upload_id && publicMediaUrl(row.logo_upload_id),
    cover_url: row.cover_upload_id && publicMediaUrl(row.cover_upload_id),
    // Validated when they were written; the database types of jsonb and check constraints are less specific.
    theme: row.theme as Static<typeof Theme>,
    font_pair: row.font_pair as Static<typeof FontPair>,
    home_layout: row.home_layout as Static<typeof HomeLayout>,
    home_questions: row.home_questions as Static<typeof HomeQuestions>,
    registration_fields: row.registration_fields as Static<typeof RegistrationFields>,
    custom_domain: custom_domain === null ? null : { domain_name: custom_domain },
    whitelabel_referrer: root_domain === null ? null : { root_domain },
    account_user_plans: { plan_name: row.plan_name },
  }
}

export const schoolSettings = (
  config: Config,
  row: SchoolRow,
  is_listed: boolean,
): Static<typeof SchoolSettings> => ({
  ...row,
  ...schoolProfile(config, row),
  wording: row.wording as Static<typeof Wording>,
  is_listed,
})
