import type { Ctx } from '#tenancy/context/request-context.ts'

const usual = { is_on: true, uses_endpoint: true }

/** What the actor has chosen in the profile; no row is as usual. */
export async function personalChoices({ tx, school_id, actor }: Ctx) {
  const row = await tx
    .selectFrom('assistant_preferences')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .select(['is_on', 'uses_endpoint'])
    .executeTakeFirst()
  return row ?? usual
}
