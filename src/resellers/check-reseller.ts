import { lockHosts, lookUp, nextCheck, nextState, type DomainState } from '#custom-domains/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { checkResellerLater, jobKey } from './job-handles.ts'
import { overlap } from './policy.ts'
import { hostWithin } from '#tenancy/index.ts'
import { resellerById, resellers, shownReseller, type ResellerRow } from './queries.ts'
import { lookUpSender, settleSender } from './check-sender.ts'
import { tellBrandsChanged } from './tell-brands-changed.ts'

export async function checkReseller(
  ctx: OwnCtx,
  { id }: Input<typeof contract.checkReseller>,
): Promise<Reply<typeof contract.checkReseller>> {
  const row = found(await ctx.transact((inside) => resellerById(inside, id)))
  return found(await settleReseller(ctx, row))
}

/** Reads the records outside of any transaction, then writes what follows; null where the root domain is another one now. */
export async function settleReseller(ctx: OwnCtx, { id, root_domain, proof, ...read }: ResellerRow) {
  const { config } = ctx
  const [findings, sender] = await Promise.all([
    lookUpRoot(config, { domain: root_domain, proof }),
    lookUpSender(config, { root_domain, ...read }),
  ])
  return ctx.transact(async (inside) => {
    await lockHosts(inside.tx)
    // Held until commit: of two checks at once, the later one starts from what the first one wrote.
    const row = await resellers(inside)
      .where('id', '=', id)
      .where('proof', '=', proof)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    const state = row.domain_state as DomainState
    const next = nextState({ state, failing_since: row.failing_since }, findings, inside.now)
    const taken = next.host !== 'none' && !row.answers && (await isTaken(inside, root_domain))
    const answers = next.host !== 'none' && !taken
    await inside.tx
      .updateTable('resellers')
      .set({ domain_state: taken ? 'pending' : next.state, domain_problem: taken ? 'taken' : next.problem })
      .set({ domain_found: taken ? [] : next.found, failing_since: taken ? null : next.failing_since })
      .set({ answers, checked_at: inside.now })
      .where('id', '=', id)
      .execute()
    const isNewSender = await settleSender(inside, row, { sender, root: taken ? false : findings.proven })
    const isNewState = answers !== row.answers || (state !== next.state && !taken)
    if (isNewState)
      await inside.audit(`reseller.domain_${next.state}`, ['reseller', id], { root_domain, answers })
    if (isNewState || isNewSender) await tellBrandsChanged(inside)
    await inside.enqueue(
      checkResellerLater,
      { reseller_id: id },
      { run_at: nextCheck(next, { created_at: row.created_at, now: inside.now }), job_key: jobKey(id) },
    )
    return shownReseller(config, found(await resellerById(inside, id)))
  })
}

/** Whatever lies below our own root is ours and leads here: such a root needs no record of its own. */
async function lookUpRoot(config: Config, { domain, proof }: { domain: string; proof: string }) {
  if (domain.endsWith(`.${config.rootDomain}`))
    return { proven: true, points: true, problem: null, found: [] }
  return lookUp(config, { domain, proof, target: config.domainTarget })
}

/** A root that answers already, or a school's own domain, keeps what it has. */
async function isTaken(ctx: Ctx, root_domain: string) {
  if (await hostWithin(ctx, root_domain)) return true
  const answering = await resellers(ctx).where('answers', '=', true).execute()
  return answering.some((other) => overlap(root_domain, other.root_domain))
}
