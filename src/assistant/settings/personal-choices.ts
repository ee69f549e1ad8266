import type { Ctx } from '#tenancy/context/request-context.ts'

const usual = { is_on: true, uses_endpoint: true }

/** The actor's preferences from the profile; defaults if there is no row. */
export async function personalChoices({ tx, school_id, actor }: Ctx) {
  const row = await tx
    .selectFrom('assistant_preferences')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .select(['is_on', 'uses_endpoint'])
    .executeTakeFirst()
  return row ?? usual
}
