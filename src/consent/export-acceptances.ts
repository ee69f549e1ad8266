import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import type { Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import type { exportAcceptances as file } from './contract.ts'
import type { AcceptanceSource } from './record-acceptances.ts'

const maxRows = 10_000
const columns = ['name', 'email', 'role', 'text', 'version', 'page', 'source', 'accepted_at'] as const

/** All acceptances with person, version and time, newest first. */
export async function exportAcceptances({ tx, school_id, locale }: Ctx): Promise<Reply<typeof file>> {
  const t = translator(locale)
  const rows = await tx
    .selectFrom('legal_acceptances as a')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'a.school_id').onRef('u.id', '=', 'a.user_id'),
    )
    .where('a.school_id', '=', school_id)
    .select(['u.name', 'u.email', 'u.role', 'a.kind', 'a.version', 'a.url', 'a.source', 'a.accepted_at'])
    .orderBy('a.accepted_at', 'desc')
    .orderBy('a.user_id', 'desc')
    .limit(maxRows)
    .execute()
  const lines = rows.map((row) =>
    csvLine([
      row.name,
      row.email,
      t(`consent:csv.roles.${row.role as Role}`),
      t(`consent:csv.kinds.${row.kind as LegalKind}`),
      row.version || null,
      row.url,
      t(`consent:csv.sources.${row.source as AcceptanceSource}`),
      row.accepted_at,
    ]),
  )
  return {
    text: byteOrderMark + csvLine(columns.map((name) => t(`consent:csv.columns.${name}`))) + lines.join(''),
  }
}
