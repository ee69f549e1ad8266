import { json } from '#platform/database/database.server.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { RequestContext } from '#tenancy/context/request-context.ts'
import { numberText } from '../issuing/snapshot.ts'
import { selectCertificates } from '../queries.ts'
import type { RetainedFacts } from './find-public-certificate.ts'

const rowsAtOnce = 500

/**
 * Copies what is public of the certificates of a school that is erased, so that they can still be verified. Names that
 * students hid are not copied. Safe to repeat.
 */
export async function retainCertificates(
  { db }: Pick<RequestContext, 'db'>,
  school_id: string,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const last = await withSchoolTx(db, school_id, async (tx) => {
      const rows = await selectCertificates({ tx, school_id })
        .where('c.id', '>', after)
        .orderBy('c.id')
        .limit(rowsAtOnce)
        .execute()
      if (rows.length === 0) return null
      await tx
        .insertInto('retained_certificates')
        .values(rows.map((row) => ({ certificate_id: row.id, school_id, facts: json(factsOf(row)) })))
        .onConflict((oc) => oc.column('certificate_id').doNothing())
        .execute()
      return rows.at(-1)!.id
    })
    if (last === null) return
    after = last
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCertificates>['executeTakeFirstOrThrow']>>

function factsOf(row: Row): RetainedFacts {
  return {
    number: numberText(row.number),
    course_name: row.course_name,
    student_name: row.is_public && !row.erased_at ? row.student_name : null,
    school_name: row.snapshot.school_name,
    reseller_root_domain: row.snapshot.reseller_root_domain,
    state: row.state,
    issued_at: row.issued_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    replaced_by_id: row.replaced_by_id,
    is_erased: row.erased_at !== null,
  }
}
