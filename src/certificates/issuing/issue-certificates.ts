import { randomBytes } from 'node:crypto'
import { json } from '#platform/database/database.server.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { CertificateTemplate } from '../templates/template.ts'
import { expiryOf, snapshotOf } from './snapshot.ts'

export type CertificateSource = 'manual' | 'bulk' | 'request' | 'correction' | 'rule'

export type IssuingTemplate = Pick<CertificateTemplate, 'id' | 'version' | 'content'>

/** A certificate that shall be issued. */
export interface NewCertificate {
  student_id: string
  student_name: string
  course_id: string | null
  course_name: string
  /** A second certificate with the same key is not issued; null: always. */
  issue_key: string | null
  replaces_id?: string
  is_public?: boolean
}

/** Random 128 bits in the form of a UUID: nobody guesses the id of a certificate. */
const newCertificateId = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Rows of one statement: its parameters are limited. */
const rowsAtOnce = 500

export interface IssuedCertificate extends NewCertificate {
  id: string
}

/**
 * Issues certificates with consecutive numbers, and returns those that were issued. Every issuer locks the counter of the
 * school first: a number that is rolled back is given again, and an issuer that waits sees the keys of the others.
 */
export async function issueCertificates(
  ctx: Ctx,
  template: IssuingTemplate,
  { source, certificates }: { source: CertificateSource; certificates: readonly NewCertificate[] },
): Promise<IssuedCertificate[]> {
  const { tx, school_id } = ctx
  const last = await lockCounter(ctx)
  const used = await usedKeys(ctx, certificates)
  const issued: IssuedCertificate[] = certificates
    .filter(({ issue_key }) => issue_key === null || !used.has(issue_key))
    .map((certificate) => ({ ...certificate, id: newCertificateId() }))
  const rows = issued.map((certificate, index) => ({
    ...columnsOf(ctx, template, certificate),
    source,
    number: last + 1 + index,
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await tx
      .insertInto('certificates')
      .values(some)
      .onConflict((oc) => oc.columns(['school_id', 'issue_key']).doNothing())
      .execute()
    await tx
      .insertInto('certificate_addresses')
      .values(some.map(({ id }) => ({ certificate_id: id, school_id })))
      .execute()
  }
  await tx
    .updateTable('certificate_counters')
    .set({ last_number: last + rows.length })
    .where('school_id', '=', school_id)
    .execute()
  return issued
}

/** The last number; the row stays locked until commit. */
export async function lockCounter({ tx, school_id }: Ctx): Promise<number> {
  await tx
    .insertInto('certificate_counters')
    .values({ school_id, last_number: 0 })
    .onConflict((oc) => oc.column('school_id').doNothing())
    .execute()
  const { last_number } = await tx
    .selectFrom('certificate_counters')
    .where('school_id', '=', school_id)
    .select('last_number')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return last_number
}

async function usedKeys({ tx, school_id }: Ctx, certificates: readonly NewCertificate[]) {
  const keys = certificates.flatMap(({ issue_key }) => issue_key ?? [])
  if (keys.length === 0) return new Set<string>()
  const rows = await tx
    .selectFrom('certificates')
    .where('school_id', '=', school_id)
    .where('issue_key', 'in', keys)
    .select('issue_key')
    .execute()
  return new Set(rows.map(({ issue_key }) => issue_key))
}

function columnsOf(
  { school_id, school, actor, now }: Ctx,
  { id: template_id, version, content }: IssuingTemplate,
  certificate: IssuedCertificate,
) {
  const { id, student_id, student_name, course_id, course_name, issue_key } = certificate
  return {
    school_id,
    id,
    template_id,
    template_version: version,
    course_id,
    student_id,
    student_name: student_name.normalize('NFC'),
    course_name: course_name.normalize('NFC'),
    snapshot: json(snapshotOf(school, content)),
    issue_key: issue_key ?? id,
    issued_at: now,
    issued_by: actor.role === 'system' ? null : actor.id,
    expires_at: expiryOf(content, now),
    replaces_id: certificate.replaces_id ?? null,
    is_public: certificate.is_public ?? true,
  }
}
