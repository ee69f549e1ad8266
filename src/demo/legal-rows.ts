import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InsertObject } from 'kysely'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import type { DB } from '#platform/database/database-types.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { markdownToLessonHtml } from './markdown-to-lesson-html.ts'
import { demoUsers, personId } from './rows/people-rows.ts'
import type { DemoSchool } from './types.ts'

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

const day = 86_400_000
const kinds = ['terms', 'privacy'] as const
/** Days ago; the second privacy notice needed no acceptance. */
const published = { terms: [700], privacy: [700, 95] }
const clearer = {
  en: 'We say more plainly who sees your data. Nothing else has changed.',
  fr: 'Nous disons plus clairement qui voit vos données. Rien d’autre n’a changé.',
}

/** Columns of the school and of every user: the current versions, accepted by all. */
export const demoLegalVersions = {
  terms_version: 1,
  terms_required: 1,
  privacy_version: 2,
  privacy_required: 1,
}
export const demoAcceptedVersions = { accepted_terms_version: 1, accepted_privacy_version: 2 }

/** Legal texts of a demo school, accepted by all its people. */
export function legalRows({ school, school_id, now }: Facts) {
  const versions = kinds.flatMap((kind) =>
    published[kind].map((days_ago, index): InsertObject<DB, 'legal_versions'> => ({
      school_id,
      kind,
      version: index + 1,
      body: textOf(school, kind, index),
      needs_acceptance: index === 0,
      changes: index === 0 ? '' : clearer[school.language],
      published_at: new Date(now.getTime() - days_ago * day),
      published_by: personId(school, school.owner.login),
    })),
  )
  const acceptances = demoUsers(school).flatMap(({ person }) =>
    kinds.map((kind): InsertObject<DB, 'legal_acceptances'> => ({
      school_id,
      user_id: personId(school, person.login),
      kind,
      version: published[kind].length,
      source: 'registration',
      accepted_at: new Date(now.getTime() - 90 * day),
    })),
  )
  return { versions, acceptances }
}

/** The first privacy notice had one section less. */
function textOf(school: DemoSchool, kind: LegalKind, index: number) {
  const text = readFileSync(join(import.meta.dirname, `legal/${kind}.${school.language}.md`), 'utf8')
    .replaceAll('{{school}}', school.name)
    .replaceAll('{{email}}', school.contact_email)
  const first = text.replace(/^## (?:Who sees it|Qui le voit)\n[\s\S]*?(?=^## )/m, '')
  return sanitizeRichText(markdownToLessonHtml(kind === 'privacy' && index === 0 ? first : text))
}
