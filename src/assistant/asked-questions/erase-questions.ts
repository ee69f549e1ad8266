import type { Ctx } from '#tenancy/context/request-context.ts'

const day = 86_400_000
/** Days for which daily counters are stored, for complaints. */
const keepUsageDays = 35

/** Deletes questions beyond the retention time. A corrected question stays without its person. Safe to repeat. */
export async function deleteOldQuestions(ctx: Ctx) {
  const { tx, school_id, now, config } = ctx
  const before = new Date(now.getTime() - config.assistant.retentionDays * day)
  await tx
    .updateTable('assistant_questions')
    .set({ user_id: null, rating: null })
    .where('school_id', '=', school_id)
    .where('created_at', '<', before)
    .where('state', '=', 'corrected')
    .where('user_id', 'is not', null)
    .execute()
  await tx
    .deleteFrom('assistant_questions')
    .where('school_id', '=', school_id)
    .where('created_at', '<', before)
    .where('state', '<>', 'corrected')
    .execute()
  await tx
    .deleteFrom('assistant_recommendations')
    .where('school_id', '=', school_id)
    .where('created_at', '<', before)
    .execute()
  const usedBefore = new Date(now.getTime() - keepUsageDays * day).toISOString().slice(0, 10)
  await tx
    .deleteFrom('assistant_usage')
    .where('school_id', '=', school_id)
    .where('day', '<', usedBefore)
    .execute()
}

/** Deletes all questions of an erased person. */
export async function eraseUserQuestions({ tx, school_id }: Ctx, user_id: string) {
  await tx
    .updateTable('assistant_questions')
    .set({ user_id: null, rating: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('state', '=', 'corrected')
    .execute()
  await tx
    .deleteFrom('assistant_questions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute()
  for (const table of ['assistant_usage', 'assistant_preferences', 'assistant_recommendations'] as const)
    await tx.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute()
}
