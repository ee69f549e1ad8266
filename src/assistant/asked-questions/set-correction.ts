import { mayEditCourse } from '#courses/index.ts'
import { notify } from '#notifications/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { questionState } from './rate-answer.ts'
import { findQuestion, getCourse, lockQuestion } from '../queries.ts'
import { queryTerms } from '../words/query-terms.ts'
import { staffQuestionView } from './question-views.ts'

export async function setCorrection(
  ctx: Ctx,
  { id, answer: given, content_ids = [] }: Input<typeof contract.setCorrection>,
) {
  const { question, course } = await questionOfTheirs(ctx, id)
  if (!(await areInCourse(ctx, course.mirror_course_id ?? course.id, content_ids)))
    throw new Refusal('correction_topic_not_in_course')
  const answer = given.trim()
  const isNews = await writeCorrection(ctx, { question, answer, content_ids })
  await setState(ctx, id, 'corrected')
  if (isNews) await tellAsker(ctx, question, course)
  await ctx.audit('assistant.answer_corrected', ['question', id], { course_id: course.id, content_ids })
  return staffQuestionView(ensureFound(await findQuestion(ctx, id)))
}

/** Answers that used the correction stay unchanged. */
export async function deleteCorrection(ctx: Ctx, { id }: Input<typeof contract.deleteCorrection>) {
  const { tx, school_id } = ctx
  const { question, course } = await questionOfTheirs(ctx, id)
  const deleted = await tx
    .deleteFrom('assistant_corrections')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  ensureFound(deleted)
  await setState(ctx, id, questionState(question.kind, question.rating))
  await ctx.audit('assistant.correction_deleted', ['question', id], { course_id: course.id })
  return okReply
}

async function questionOfTheirs(ctx: Ctx, id: string) {
  const question = ensureFound(await lockQuestion(ctx, id))
  const course = await getCourse(ctx, question.course_id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  return { question, course }
}

type Question = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>

async function areInCourse({ tx, school_id }: Ctx, course_id: string, ids: string[]) {
  if (ids.length === 0) return true
  const rows = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', ids)
    .select('id')
    .execute()
  return rows.length === ids.length
}

interface Correction {
  question: Question
  answer: string
  content_ids: string[]
}

/** Whether the text changed. */
async function writeCorrection(
  { tx, school_id, actor, now }: Ctx,
  { question, answer, content_ids }: Correction,
) {
  const before = await tx
    .selectFrom('assistant_corrections')
    .where('school_id', '=', school_id)
    .where('id', '=', question.id)
    .select('answer')
    .executeTakeFirst()
  const change = { answer, content_ids, corrected_by: actor.id, updated_at: now }
  await tx
    .insertInto('assistant_corrections')
    .values({
      ...change,
      school_id,
      id: question.id,
      course_id: question.course_id,
      terms: queryTerms(question.question).map(({ root }) => root),
      created_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'id']).doUpdateSet(change))
    .execute()
  return before?.answer !== answer
}

async function setState({ tx, school_id }: Ctx, id: string, state: string) {
  await tx
    .updateTable('assistant_questions')
    .set({ state })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
}

async function tellAsker(ctx: Ctx, { id, user_id }: Question, course: { id: string; course_name: string }) {
  if (user_id === null || user_id === ctx.actor.id) return
  const { id: course_id, course_name } = course
  await notify(ctx, {
    user_id,
    kind: 'assistant_correction',
    data: { course_id, course_name, question_id: id },
  })
}
