import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { mayUseEndpoint } from './asked-questions/ask-question.ts'
import { dailyQuestionLimit, budgetResetsAt, getUsage, schoolTotalUserId } from './endpoint/budget.ts'
import type * as contract from './contract.ts'
import { getCourseAssistantSettings } from './settings/settings.ts'
import { getReaderOutline } from './asked-questions/answer-sources.ts'

export async function getAssistant(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getAssistant>,
): Promise<Reply<typeof contract.getAssistant>> {
  await getReaderOutline(ctx, { course_id })
  const settings = await getCourseAssistantSettings(ctx, course_id)
  const [own, all] = [await getUsage(ctx, ctx.actor.id), await getUsage(ctx, schoolTotalUserId)]
  const left = Math.min(
    dailyQuestionLimit(ctx, settings) - own.questions,
    ctx.config.assistant.schoolQuestions - all.questions,
  )
  return {
    is_on: settings.is_on && settings.is_on_in_course,
    is_opted_out: settings.is_opted_out,
    uses_endpoint: mayUseEndpoint(ctx, settings),
    questions_left: Math.max(0, left),
    resets_at: budgetResetsAt(ctx),
    keep_days: ctx.config.assistant.retentionDays,
  }
}
