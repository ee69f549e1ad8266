import { randomBytes } from 'node:crypto'
import { nextCheck, normalDomain } from '#custom-domains/index.ts'
import { defaultPalette } from '#lib/theme/index.ts'
import type { OwnCtx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { checkResellerLater, jobKey } from './job-handles.ts'
import { resellerById, shownReseller } from './queries.ts'
import { ensureFreeRoot, logoColumns, themeColumns } from './written.ts'

export async function createReseller(
  ctx: OwnCtx,
  { logo = null, theme = defaultPalette, ...given }: Input<typeof contract.createReseller>,
): Promise<Reply<typeof contract.createReseller>> {
  const root_domain = normalDomain(given.root_domain)
  const picture = await logoColumns(logo)
  return ctx.transact(async (inside) => {
    const { tx, now, config } = inside
    await ensureFreeRoot(inside, root_domain, null)
    const id = newId()
    const proof = newProof()
    await tx
      .insertInto('resellers')
      .values({
        ...given,
        ...picture,
        ...themeColumns(theme),
        id,
        root_domain,
        proof,
        mail_proof: newProof(),
        created_at: now,
        updated_at: now,
      })
      .execute()
    await inside.audit('reseller.created', ['reseller', id], { name: given.name, root_domain })
    await inside.enqueue(
      checkResellerLater,
      { reseller_id: id },
      { run_at: nextCheck({ state: 'pending' }, { created_at: now, now }), job_key: jobKey(id) },
    )
    return shownReseller(config, (await resellerById(inside, id))!)
  })
}

/** Each claim has a proof of its own: what an earlier one left in DNS helps nobody. */
export const newProof = () => `school-verification=${randomBytes(18).toString('base64url')}`
