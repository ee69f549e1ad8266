import { sql } from 'kysely'
import type { Ctx, RequestContext } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { localDay, nextLocalDay } from '#lib/dates/local-day.ts'

/** Row id of the school's total. */
export const schoolTotalUserId = PLATFORM_ID

const zoneOf = ({ school }: Pick<RequestContext, 'school'>) => school?.time_zone ?? 'UTC'
export const budgetDay = (ctx: Pick<RequestContext, 'school' | 'now'>) => localDay(zoneOf(ctx), ctx.now)
export const budgetResetsAt = (ctx: Pick<RequestContext, 'school' | 'now'>) =>
  nextLocalDay(zoneOf(ctx), ctx.now)

export async function getUsage(ctx: Ctx, user_id: string) {
  const row = await ctx.tx
    .selectFrom('assistant_usage')
    .where('school_id', '=', ctx.school_id)
    .where('day', '=', budgetDay(ctx))
    .where('user_id', '=', user_id)
    .select(['questions', 'tokens'])
    .executeTakeFirst()
  return row ?? { questions: 0, tokens: 0 }
}

/** Maximum questions per person and day: the school may allow less than the installation. */
export const dailyQuestionLimit = (
  ctx: RequestContext,
  settings: { student_daily_questions: number | null },
) => Math.min(settings.student_daily_questions ?? Infinity, ctx.config.assistant.studentQuestions)

/** Counts a question, or refuses it with the time of renewal. */
export async function countQuestion(ctx: Ctx, settings: { student_daily_questions: number | null }) {
  // Locks the person's row first: only people within their own limit wait for the school's row.
  const userLimit = dailyQuestionLimit(ctx, settings)
  const own = await addUsage(ctx, ctx.actor.id, { questions: 1, maxQuestions: userLimit })
  if (!own) throw usedUp(ctx, 'question_limit_reached')
  const schoolLimit = ctx.config.assistant.schoolQuestions
  const all = await addUsage(ctx, schoolTotalUserId, { questions: 1, maxQuestions: schoolLimit })
  if (!all) throw usedUp(ctx, 'school_question_limit_reached')
}

function usedUp(ctx: Ctx, code: string) {
  const resets_at = budgetResetsAt(ctx)
  const seconds = Math.ceil((resets_at.getTime() - ctx.now.getTime()) / 1000)
  return new Refusal(code, { retry_after_seconds: seconds, extra: { resets_at: resets_at.toISOString() } })
}

/** Reserves tokens before an endpoint is called; false beyond the day's limit. */
export async function reserveTokens(ctx: Ctx, tokens: number): Promise<boolean> {
  const { studentTokens, schoolTokens } = ctx.config.assistant
  const own = await addUsage(ctx, ctx.actor.id, { tokens, maxTokens: studentTokens })
  if (!own) return false
  if (await addUsage(ctx, schoolTotalUserId, { tokens, maxTokens: schoolTokens })) return true
  await adjustTokenUsage(ctx, { day: budgetDay(ctx), difference: -tokens, user_ids: [ctx.actor.id] })
  return false
}

interface UsageAdjustment {
  day: string
  difference: number
  /** Default: the actor and the school's total. */
  user_ids?: string[]
}

/** Corrects reserved tokens to the actual use. */
export async function adjustTokenUsage(
  { tx, school_id, actor }: Ctx,
  { day, difference, user_ids = [actor.id, schoolTotalUserId] }: UsageAdjustment,
) {
  for (const user_id of user_ids)
    await tx
      .updateTable('assistant_usage')
      .set({ tokens: sql<number>`greatest(0, tokens + ${difference}::int)` })
      .where('school_id', '=', school_id)
      .where('day', '=', day)
      .where('user_id', '=', user_id)
      .execute()
}

interface UsageIncrease {
  questions?: number
  tokens?: number
  /** Maximum per day, including this increase. */
  maxQuestions?: number
  maxTokens?: number
}

/** One statement, so that concurrent calls cannot exceed the limit together. */
async function addUsage(ctx: Ctx, user_id: string, increase: UsageIncrease): Promise<boolean> {
  const { questions = 0, tokens = 0, maxQuestions = Infinity, maxTokens = Infinity } = increase
  if (questions > maxQuestions || tokens > maxTokens) return false
  const row = await ctx.tx
    .insertInto('assistant_usage')
    .values({ school_id: ctx.school_id, day: budgetDay(ctx), user_id, questions, tokens })
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'day', 'user_id'])
        .doUpdateSet({
          questions: sql<number>`assistant_usage.questions + excluded.questions`,
          tokens: sql<number>`assistant_usage.tokens + excluded.tokens`,
        })
        .where(
          sql<boolean>`assistant_usage.questions + excluded.questions <= ${maxQuestions}::float8
            and assistant_usage.tokens + excluded.tokens <= ${maxTokens}::float8`,
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
