import type { Ctx } from '#tenancy/context/request-context.ts'
import type { QuestionUse } from '#questions/index.ts'

/** Up to 100 assessments whose draft or published revision names a question, by name. */
export async function usesOfQuestion({ tx, school_id }: Ctx, question_id: string): Promise<QuestionUse[]> {
  return tx
    .selectFrom('assessments as a')
    .leftJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'a.school_id').onRef('c.id', '=', 'a.course_id'),
    )
    .where('a.school_id', '=', school_id)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('assessment_items as i')
          .whereRef('i.school_id', '=', 'a.school_id')
          .whereRef('i.assessment_id', '=', 'a.id')
          .where('i.question_id', '=', question_id)
          .where((on) => on.or([on('i.revision', '=', 0), on('i.revision', '=', on.ref('a.revision'))]))
          .select('i.position'),
      ),
    )
    .orderBy('a.name')
    .limit(100)
    .select(['a.id as assessment_id', 'a.name', 'a.course_id', 'c.course_name'])
    .execute()
}
