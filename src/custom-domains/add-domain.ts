import { randomBytes } from 'node:crypto'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { nameFault, normalDomain } from './domain-name.ts'
import { checkDomainLater, jobKey } from './job-handles.ts'
import { nextCheck } from './next-state.ts'
import { domainsOf, shownDomain } from './queries.ts'

const mostDomains = 5

export async function addDomain(
  ctx: Ctx,
  input: Input<typeof contract.addDomain>,
): Promise<Reply<typeof contract.addDomain>> {
  const { tx, school_id, actor, now, config, brand } = ctx
  const domain = normalDomain(input.domain)
  const fault = nameFault(domain, config.rootDomain) ?? nameFault(domain, brand.domain)
  if (fault) throw new Refusal(fault)
  // Two who add at once are counted one after the other.
  await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .execute()
  const present = await domainsOf(ctx).execute()
  if (present.some((one) => one.domain === domain)) throw new Refusal('domain_known')
  if (present.length >= mostDomains) throw new Refusal('domains_full')
  const id = newId()
  const proof = `school-verification=${randomBytes(18).toString('base64url')}`
  const row = await tx
    .insertInto('custom_domains')
    .values({ school_id, id, domain, proof, created_by: actor.id, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.audit('domain.added', ['domain', id], { domain })
  await ctx.enqueue(
    checkDomainLater,
    { domain_id: id },
    { run_at: nextCheck({ state: 'pending' }, { created_at: now, now }), job_key: jobKey(id) },
  )
  return shownDomain(row, null)
}
