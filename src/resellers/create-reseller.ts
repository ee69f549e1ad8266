import { randomBytes } from 'node:crypto'
import { nextCheckAt, normalizeDomain } from '#custom-domains/index.ts'
import { defaultPalette } from '#lib/theme/index.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { checkResellerJob, resellerJobKey } from './job-handles.ts'
import { findReseller, resellerView } from './queries.ts'
import { ensureRootDomainAvailable, logoColumns, themeColumns } from './reseller-columns.ts'

export async function createReseller(
  ctx: CtxWithoutTx,
  { logo = null, theme = defaultPalette, ...given }: Input<typeof contract.createReseller>,
): Promise<Reply<typeof contract.createReseller>> {
  const root_domain = normalizeDomain(given.root_domain)
  const logoValues = await logoColumns(logo)
  return ctx.transact(async (txCtx) => {
    const { tx, now, config } = txCtx
    await ensureRootDomainAvailable(txCtx, root_domain, null)
    const id = newId()
    const verification_record = generateVerificationRecord()
    await tx
      .insertInto('resellers')
      .values({
        ...given,
        ...logoValues,
        ...themeColumns(theme),
        id,
        root_domain,
        verification_record,
        mail_verification_record: generateVerificationRecord(),
        created_at: now,
        updated_at: now,
      })
      .execute()
    await txCtx.audit('reseller.created', ['reseller', id], { name: given.name, root_domain })
    await txCtx.enqueue(
      checkResellerJob,
      { reseller_id: id },
      { run_at: nextCheckAt({ state: 'pending' }, { created_at: now, now }), job_key: resellerJobKey(id) },
    )
    return resellerView(config, (await findReseller(txCtx, id))!)
  })
}

/** Each claim gets a new record: an old record in DNS proves nothing. */
export const generateVerificationRecord = () => `school-verification=${randomBytes(18).toString('base64url')}`
