import { Type, type Static } from 'typebox'
import { PartId } from '#lib/questions/index.ts'
import { Id, Nullable, PageOf, PagingParams, SingleLineText, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { assessmentPath, base } from './shapes.ts'

const Level = Type.Object({
  id: PartId,
  points: Type.Number({ minimum: 0, maximum: 1_000 }),
  description: SingleLineText(500),
})

const Criterion = Type.Object({
  id: PartId,
  name: SingleLineText(200),
  levels: Type.Array(Level, { minItems: 1, maxItems: 10 }),
})
export type Criterion = Static<typeof Criterion>

/** Ids are unique in a rubric; a changed level keeps its id. */
export const Criteria = Type.Array(Criterion, { maxItems: 20, maxJsonBytes: 150_000 })

/** Levels that a marker chose. */
const Choices = Type.Array(Type.Object({ criterion_id: PartId, level_id: PartId }), { maxItems: 20 })

/** How a mark follows from a rubric. */
export const RubricMark = Type.Object({
  choices: Choices,
  /** Why the points differ from those of the levels; empty: they do not. */
  reason: Text(500),
})
export type RubricMark = Static<typeof RubricMark>

const RubricParams = Type.Object({ id: Id, question_id: Id })
const rubricPath = `${assessmentPath}/questions/:question_id/rubric`

/** The rubric of a question in an assessment. */
const Rubric = Type.Object({
  question_id: Id,
  /** Counts the changes; 0: there is none yet. */
  version: Type.Integer(),
  criteria: Criteria,
  updated_by_name: Nullable(Type.String()),
})

export const getRubric = defineRoute({
  name: 'getRubric',
  method: 'GET',
  path: rubricPath,
  access: 'staff',
  summary: 'Get the rubric by which answers to a question are marked in an assessment',
  params: RubricParams,
  reply: [200, Rubric],
  refusals: ['not_your_course', 'not_your_assessment'],
})

export const setRubric = defineRoute({
  name: 'setRubric',
  method: 'PUT',
  path: rubricPath,
  access: 'staff',
  summary: 'Set the rubric of a question, and change the marks that follow from it',
  params: RubricParams,
  body: Type.Object({
    criteria: Criteria,
    /** Of the rubric that was read; refused if another person changed it since. */
    version: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    /** Only counts the marks that would change. */
    is_preview: Type.Optional(Type.Boolean()),
  }),
  bodyLimitBytes: 200_000,
  reply: [200, Type.Object({ ...Rubric.properties, changed_count: Type.Integer() })],
  refusals: ['not_your_course', 'not_your_assessment', 'rubric_conflict'],
})

export const listRubrics = defineRoute({
  name: 'listRubrics',
  method: 'GET',
  path: `${base}/rubrics`,
  access: 'staff',
  summary: 'List rubrics of the assessments that the caller may edit, last changed first',
  query: Type.Object({ ...PagingParams, q: Type.Optional(Text(100)) }),
  reply: [
    200,
    PageOf(
      Type.Object({
        assessment_id: Id,
        assessment_name: Type.String(),
        question_id: Id,
        /** Null for a deleted question. */
        question_name: Nullable(Type.String()),
        criteria: Criteria,
      }),
    ),
  ],
})
