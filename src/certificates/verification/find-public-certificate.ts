import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import { clientNetwork } from '#platform/http/client-network.ts'
import { countAttempt, findUse } from '#platform/rate-limits/rate-limits.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import type { RequestContext } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { certificateState } from '../policy.ts'
import { certificateView, selectCertificates, verifyUrl } from '../queries.ts'

export type PublicCertificate = Reply<typeof contract.getCertificate>

type Context = Pick<RequestContext, 'db' | 'now' | 'config' | 'address'>

/** Addresses that lead to no certificate, from one network: people mistype a few, programs guess many. */
const misses = { max: 60, seconds: 3600 }

/**
 * Returns what anybody may read of a certificate, on every host. Refuses `not_found`, `person_erased`, and
 * `too_many_requests` for a network that tried many addresses without a certificate.
 */
export async function findPublicCertificate(context: Context, id: string): Promise<PublicCertificate> {
  await refuseGuesser(context)
  const school_id = await schoolOfCertificate(context, id)
  const found = school_id === null ? null : await readCertificate(context, school_id, id)
  if (!found) {
    await countAttempt(context, missBucket(context), misses)
    ensureFound(null)
  }
  return found!
}

const missBucket = ({ address }: Context) => `certificates/unknown/${clientNetwork(address)}`

/** Counts nothing: a network that has used up its attempts finds no certificate at all. */
async function refuseGuesser(context: Context) {
  const { used, left } = await findUse(context, missBucket(context), misses)
  if (used >= misses.max) throw new Refusal('too_many_requests', { retry_after_seconds: left })
}

/** The school of a certificate; null for an unknown id. */
export async function schoolOfCertificate({ db }: Pick<Context, 'db'>, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('certificate_addresses')
    .where('certificate_id', '=', id)
    .select('school_id')
    .executeTakeFirst()
  return row?.school_id ?? null
}

async function readCertificate(context: Context, school_id: string, id: string) {
  const row = await withReadOnlySchoolTx(context.db, school_id, (tx) =>
    selectCertificates({ tx, school_id }).where('c.id', '=', id).executeTakeFirst(),
  )
  if (!row) return findRetained(context, id)
  if (row.erased_at) throw new Refusal('person_erased')
  const view = certificateView(context, row)
  const isDrawn = row.is_public && row.state === 'issued'
  return {
    ...view,
    student_name: row.is_public ? view.student_name : null,
    student_id: row.is_public ? view.student_id : null,
    school_name: row.snapshot.school_name,
    certificate_image: isDrawn ? view.certificate_image : null,
    certificate_pdf: isDrawn ? view.certificate_pdf : null,
  }
}

/** A certificate whose school was erased: its facts as they were then, except that it may expire. */
async function findRetained({ db, now, config }: Context, id: string): Promise<PublicCertificate | null> {
  const row = await db
    .selectFrom('retained_certificates')
    .where('certificate_id', '=', id)
    .select('facts')
    .executeTakeFirst()
  if (!row) return null
  const facts = row.facts as unknown as RetainedFacts
  if (facts.is_erased) throw new Refusal('person_erased')
  const { reseller_root_domain: _domain, is_erased: _erased, ...shown } = facts
  const dates = {
    issued_at: new Date(facts.issued_at),
    expires_at: facts.expires_at === null ? null : new Date(facts.expires_at),
    ended_at: facts.ended_at === null ? null : new Date(facts.ended_at),
  }
  return {
    ...shown,
    ...dates,
    id,
    certificate_id: null,
    student_id: null,
    state: certificateState({ state: facts.state, expires_at: dates.expires_at }, now),
    certificate_image: null,
    certificate_pdf: null,
    verify_url: verifyUrl(config, { ...facts, id }),
  }
}

/** What stays readable of a certificate after its school was erased. */
export interface RetainedFacts {
  number: string
  course_name: string
  /** Null if the student did not show the name. */
  student_name: string | null
  school_name: string
  state: 'issued' | 'revoked' | 'superseded'
  issued_at: string
  expires_at: string | null
  ended_at: string | null
  replaced_by_id: string | null
  is_erased: boolean
  reseller_root_domain: string | null
}
