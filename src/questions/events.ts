import { defineEvent, defineSlot } from '#tenancy/context/domain-events.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** The key of a version was corrected: answers that were graded by an earlier revision may change their marks. */
export const questionKeyCorrected = defineEvent<{
  question_id: string
  number: number
  revision: number
}>('question_key_corrected')

export interface QuestionUse {
  assessment_id: string
  name: string
  course_id: string | null
  course_name: string | null
}

/** Returns up to 100 assessments that name a question, by name. */
export const questionUses =
  defineSlot<(ctx: Ctx, question_id: string) => Promise<QuestionUse[]>>('question_uses')
