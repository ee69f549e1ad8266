import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { mayUseEndpoint } from './questions/ask-course.ts'
import { questionsADay, renewsAt, usageOf, wholeSchool } from './endpoint/budget.ts'
import type * as contract from './contract.ts'
import { settingsFor } from './settings/settings.ts'
import { outlineFor } from './questions/sources.ts'

export async function getAssistant(
  ctx: Ctx,
  { course_id }: Input<typeof contract.getAssistant>,
): Promise<Reply<typeof contract.getAssistant>> {
  await outlineFor(ctx, { course_id })
  const settings = await settingsFor(ctx, course_id)
  const [own, all] = [await usageOf(ctx, ctx.actor.id), await usageOf(ctx, wholeSchool)]
  const left = Math.min(
    questionsADay(ctx, settings) - own.questions,
    ctx.config.assistant.schoolQuestions - all.questions,
  )
  return {
    is_on: settings.is_on && settings.is_on_in_course,
    is_opted_out: settings.is_opted_out,
    uses_endpoint: mayUseEndpoint(ctx, settings),
    questions_left: Math.max(0, left),
    renews_at: renewsAt(ctx),
    keep_days: ctx.config.assistant.keepDays,
  }
}
