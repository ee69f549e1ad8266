import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { getOnboardingChecklist } from './get-onboarding-checklist.ts'

/** Dismisses the checklist for the caller only. */
export async function dismissOnboardingChecklist(
  ctx: Ctx,
  { dismissed }: Input<typeof contract.dismissOnboardingChecklist>,
) {
  const { tx, school_id, actor, now } = ctx
  if (dismissed)
    await tx
      .insertInto('onboarding_dismissals')
      .values({ school_id, user_id: actor.id, dismissed_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('onboarding_dismissals')
      .where('school_id', '=', school_id)
      .where('user_id', '=', actor.id)
      .execute()
  return getOnboardingChecklist(ctx)
}
