import { asSchool } from '#tenancy/context/context-for.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import { askAboutDispute, recordFoundDispute, type AccountReference } from './check-dispute.ts'

/**
 * Handles a webhook about a dispute. One of the platform’s account may name no school: then the provider tells the reference of
 * the payment, and with it the school.
 */
export async function handleDisputeEvent(
  ctx: CtxWithoutTx,
  account: AccountReference,
  provider_dispute_id: string,
): Promise<void> {
  const found = await askAboutDispute(ctx, account, provider_dispute_id)
  if (ctx.school_id !== PLATFORM_ID) return recordFoundDispute(ctx, account.provider, found)
  const target = found.reference === null ? null : parsePaymentReference(found.reference)
  const school = target && (await ctx.hosts.byId(target.school_id))
  // Nobody sold this here, for example on another system with the same account.
  if (!school) return ctx.log.warn({ provider: account.provider }, 'a dispute names no school')
  const inSchool = createCtxWithoutTx(asSchool(ctx, school), { onSchoolInvalidated: () => {} })
  await recordFoundDispute(inSchool, account.provider, found)
}
