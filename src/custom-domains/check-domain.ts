import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { ownDomain } from '#tenancy/hosts/custom-domain.ts'
import type * as contract from './contract.ts'
import { claimHost, dropHost, setCanonical } from './hosts.ts'
import { checkDomainLater, jobKey } from './job-handles.ts'
import { lookUp, targetOf } from './look-up-records.ts'
import { nextCheck, nextState, type DomainState, type Next } from './next-state.ts'
import { domainById, domainsOf, shownDomain, type DomainRow } from './queries.ts'
import { tellOfDomain } from './notify-domain-change.ts'

export async function checkDomain(
  ctx: OwnCtx,
  { id }: Input<typeof contract.checkDomain>,
): Promise<Reply<typeof contract.checkDomain>> {
  const row = found(await ctx.transact((inside) => domainById(inside, id)))
  return found(await settleDomain(ctx, row))
}

/** Reads the records outside of any transaction, then writes what follows; null if the domain was released meanwhile. */
export async function settleDomain(ctx: OwnCtx, { id, domain, proof }: DomainRow) {
  const findings = await lookUp(ctx.config, { domain, proof, target: targetOf(ctx) })
  return ctx.transact(async (inside) => {
    // Held until commit: of two checks at once, the later one starts from what the first one wrote.
    const row = await domainsOf(inside).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return null
    const state = row.state as DomainState
    const next = await inDatabase(inside, row, nextState({ ...row, state }, findings, inside.now))
    const saved = await save(inside, row, next)
    await inside.enqueue(
      checkDomainLater,
      { domain_id: id },
      { run_at: nextCheck(next, { created_at: row.created_at, now: inside.now }), job_key: jobKey(id) },
    )
    return shownDomain(saved, await ownDomain(inside))
  })
}

/** Gives the host what follows, unless another school holds it. */
async function inDatabase(ctx: Ctx, { domain }: DomainRow, next: Next): Promise<Next> {
  if (next.host === 'none') await dropHost(ctx, domain)
  else if (!(await claimHost(ctx, domain))) return lost(next)
  else await setCanonical(ctx, domain, next.host === 'canonical')
  return next
}

/** The records say first what is wrong; only where they are right it is another school that holds the host. */
function lost(next: Next): Next {
  const held = next.state === 'failed' ? {} : { problem: 'taken' as const, found: [] }
  return { ...next, ...held, state: 'pending', failing_since: null, host: 'none' }
}

async function save(ctx: Ctx, row: DomainRow, next: Next) {
  const { tx, school_id, now } = ctx
  const { state, problem, found: seen, failing_since } = next
  const saved = await tx
    .updateTable('custom_domains')
    .set({ state, problem, found: seen, failing_since, checked_at: now })
    .set({ verified_at: row.verified_at ?? (state === 'pending' ? null : now) })
    .where('school_id', '=', school_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.state !== state) {
    await ctx.audit(`domain.${state}`, ['domain', row.id], { domain: row.domain, problem })
    await tellOfDomain(ctx, row.domain, state)
  }
  return saved
}
