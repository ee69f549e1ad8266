import { randomBytes } from 'node:crypto'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { validateDomainName, normalizeDomain } from './domain-name.ts'
import { checkDomainJob, domainJobKey } from './job-handles.ts'
import { nextCheckAt } from './next-domain-state.ts'
import { selectDomains, domainView } from './queries.ts'

const maxDomains = 5

export async function addDomain(
  ctx: Ctx,
  input: Input<typeof contract.addDomain>,
): Promise<Reply<typeof contract.addDomain>> {
  const { tx, school_id, actor, now, config, brand } = ctx
  const domain = normalizeDomain(input.domain)
  const error = validateDomainName(domain, config.rootDomain) ?? validateDomainName(domain, brand.domain)
  if (error) throw new Refusal(error)
  // Locks the school, so that concurrent additions are counted one after the other.
  await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .execute()
  const present = await selectDomains(ctx).execute()
  if (present.some((one) => one.domain === domain)) throw new Refusal('domain_already_added')
  if (present.length >= maxDomains) throw new Refusal('domain_limit_reached')
  const id = newId()
  const verification_record = `school-verification=${randomBytes(18).toString('base64url')}`
  const row = await tx
    .insertInto('custom_domains')
    .values({ school_id, id, domain, verification_record, created_by: actor.id, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.audit('domain.added', ['domain', id], { domain })
  await ctx.enqueue(
    checkDomainJob,
    { domain_id: id },
    { run_at: nextCheckAt({ state: 'pending' }, { created_at: now, now }), job_key: domainJobKey(id) },
  )
  return domainView(row, null)
}
