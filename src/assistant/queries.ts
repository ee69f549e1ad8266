import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Citation } from './endpoint/assistant-answer.ts'

export async function getCourse({ tx, school_id }: Ctx, id: string) {
  const course = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'course_name', 'course_teacher_id', 'created_by', 'mirror_course_id'])
    .executeTakeFirst()
  return ensureFound(course)
}

/** Selects questions with the person and the correction. */
export function selectCourseQuestions({ tx, school_id }: Ctx, course_id: string) {
  return questions({ tx, school_id }).where('q.course_id', '=', course_id)
}

export function findQuestion(ctx: Ctx, id: string) {
  return questions(ctx).where('q.id', '=', id).executeTakeFirst()
}

function questions({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) {
  return tx
    .selectFrom('assistant_questions as q')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'q.school_id').onRef('u.id', '=', 'q.user_id'),
    )
    .leftJoin('assistant_corrections as k', (on) =>
      on.onRef('k.school_id', '=', 'q.school_id').onRef('k.id', '=', 'q.id'),
    )
    .where('q.school_id', '=', school_id)
    .select(['q.id', 'q.course_id', 'q.user_id', 'q.question', 'q.kind', 'q.answer', 'q.failure', 'q.rating'])
    .select(['q.state', 'q.created_at', 'u.name as asker_name', 'k.answer as correction', 'k.content_ids'])
    .select(['k.updated_at as corrected_at', sql<Citation[]>`q.citations`.as('citations')])
}

export type QuestionRow = NonNullable<Awaited<ReturnType<typeof findQuestion>>>

/** Locked until commit, so that concurrent changes of a question run one after the other. */
export function lockQuestion({ tx, school_id }: Ctx, id: string) {
  return tx
    .selectFrom('assistant_questions')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'course_id', 'user_id', 'question', 'kind', 'state', 'rating'])
    .forUpdate()
    .executeTakeFirst()
}
