import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { personalChoices } from './personal-choices.ts'
import { getSchoolAssistantSettings } from './settings.ts'

export async function getAssistantPreferences(
  ctx: Ctx,
): Promise<Reply<typeof contract.getAssistantPreferences>> {
  const { uses_endpoint } = await getSchoolAssistantSettings(ctx)
  return {
    ...(await personalChoices(ctx)),
    has_endpoint: ctx.config.assistant.endpoint !== null && uses_endpoint,
  }
}

export async function updateAssistantPreferences(
  ctx: Ctx,
  change: Input<typeof contract.updateAssistantPreferences>,
) {
  const { tx, school_id, actor, now } = ctx
  if (Object.keys(change).length > 0)
    await tx
      .insertInto('assistant_preferences')
      .values({ ...change, school_id, user_id: actor.id, updated_at: now })
      .onConflict((oc) => oc.columns(['school_id', 'user_id']).doUpdateSet({ ...change, updated_at: now }))
      .execute()
  // Deletes texts that a language model generated before.
  if (change.uses_endpoint === false || change.is_on === false)
    await tx
      .deleteFrom('assistant_recommendations')
      .where('school_id', '=', school_id)
      .where('user_id', '=', actor.id)
      .execute()
  return getAssistantPreferences(ctx)
}
