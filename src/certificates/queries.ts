import { sql } from 'kysely'
import { originFor, type Config } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { numberText, type CertificateSnapshot } from './issuing/snapshot.ts'
import { certificateState, type StoredState } from './policy.ts'

const columns = [
  'c.id',
  'c.number',
  'c.template_id',
  'c.template_version',
  'c.course_id',
  'c.course_name',
  'c.student_id',
  'c.student_name',
  'c.issued_at',
  'c.expires_at',
  'c.ended_at',
  'c.end_reason',
  'c.replaces_id',
  'c.replaced_by_id',
  'c.is_public',
  'c.erased_at',
  'c.pdf_key',
  'c.image_key',
] as const

/** Certificates of the school. */
export const selectCertificates = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('certificates as c')
    .where('c.school_id', '=', school_id)
    .select(columns)
    // A check constraint limits the state; issueCertificates writes the snapshot.
    .select([sql<StoredState>`c.state`.as('state'), sql<CertificateSnapshot>`c.snapshot`.as('snapshot')])

export type CertificateRow = Awaited<
  ReturnType<ReturnType<typeof selectCertificates>['executeTakeFirstOrThrow']>
>

interface Verified {
  id: string
  /** Root domain of the reseller when the certificate was issued; its schools do not show ours. */
  reseller_root_domain: string | null
}

/** Public page on which a certificate is verified, whatever happens to the school’s domain. */
export const verifyUrl = (config: Config, { id, reseller_root_domain }: Verified): string =>
  `${originFor(config, config.credentialsHost ?? reseller_root_domain ?? config.rootDomain)}/verify/${id}`

const filePath = (id: string) => `/api/student-certificate/certificates/id/${id}`

/** Paths of image and PDF, on every host. */
export const fileUrls = (id: string) => ({
  certificate_image: `${filePath(id)}/image`,
  certificate_pdf: `${filePath(id)}/pdf`,
})

/** A certificate as its student and staff see it. `sign` adds a permission to links of a hidden certificate. */
export function certificateView(
  { config, now }: Pick<Ctx, 'config' | 'now'>,
  { number, template_id, snapshot, state, ...row }: CertificateRow,
  sign: (id: string) => string = () => '',
) {
  const { certificate_image, certificate_pdf } = fileUrls(row.id)
  const query = row.is_public ? '' : sign(row.id)
  return {
    ...row,
    certificate_id: template_id,
    certificate_image: certificate_image + query,
    certificate_pdf: certificate_pdf + query,
    verify_url: verifyUrl(config, { ...snapshot, id: row.id }),
    number: numberText(number),
    state: certificateState({ state, expires_at: row.expires_at }, now),
  }
}
