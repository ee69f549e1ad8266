import {
  verifyFactorCode,
  factorHolder,
  insertVisit,
  issueSupportHandoff,
  type NewVisit,
} from '#accounts/index.ts'
import { notifyAll } from '#notifications/index.ts'
import type { Brand } from '#tenancy/hosts/brand.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Actor } from '#tenancy/access/actor.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type * as contract from './contract.ts'
import { endVisitJob } from './job-handles.ts'
import { validateTotpFormat, validateReason } from './validate-visit-request.ts'
import { listOwners, findSchoolByAddress } from './queries.ts'

export async function startVisit(
  ctx: CtxWithoutTx,
  { school_address, reason, minutes, code }: Input<typeof contract.startVisit>,
): Promise<Reply<typeof contract.startVisit>> {
  const text = validateReason(reason)
  validateTotpFormat(code)
  const school = await findSchoolByAddress(ctx, school_address)
  if (!school) throw new Refusal('school_not_found')
  await verifyFactorCode(ctx, factorHolder(ctx.school_id, ctx.actor), code)

  const visit = {
    id: newId(),
    ...shownTo(school.brand, ctx.actor),
    reason: text,
    ends_at: new Date(ctx.now.getTime() + minutes * 60_000),
  }
  const { email, name } = visit
  const support: Actor = { ...ctx.actor, id: visit.id, email, name, role: 'admin', support: 'reading' }
  const issued = await runTransaction(
    { ...asSchool(ctx, { school_id: school.school_id, brand: school.brand }), actor: support },
    { onSchoolInvalidated: () => {} },
    (txCtx) => begin(txCtx, visit, ctx.actor),
  )
  return { ...issued, ends_at: visit.ends_at, url: `${school.origin}/manage?user_token=${issued.code}` }
}

/** A reseller's school sees the reseller as support; the row stores the account. */
function shownTo(brand: Brand, { email, name }: Actor) {
  if (brand.key === '') return { email, name }
  const address = brand.support_email || brand.sender?.address
  return { email: address ?? `support@${brand.domain}`, name: brand.name }
}

async function begin(ctx: Ctx, visit: NewVisit, account: Actor) {
  const { id, email, reason, ends_at } = visit
  await insertVisit(ctx, visit, account)
  await ctx.audit('support.entered', ['support_visit', id], { email, reason, ends_at: ends_at.toISOString() })
  const data = { email, reason, ends_at: ends_at.toISOString(), visit_id: id }
  const owners = await listOwners(ctx)
  await notifyAll(
    ctx,
    owners.map((user_id) => ({ user_id, kind: 'support_entered', data })),
  )
  await ctx.enqueue(endVisitJob, { visit_id: id }, { run_at: ends_at, priority: 'soon' })
  return issueSupportHandoff(ctx, id)
}
