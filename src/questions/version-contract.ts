import { Type } from 'typebox'
import { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import { Id, Instant, Nullable, PageOf, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { banks, QuestionFiles, QuestionParams } from './shapes.ts'

const QuestionVersion = Type.Object({
  number: Type.Integer(),
  /** Number of revisions of its key. */
  key_revision: Type.Integer(),
  created_at: Instant,
  created_by_name: Nullable(Type.String()),
})

export const listQuestionVersions = defineRoute({
  name: 'listQuestionVersions',
  method: 'GET',
  path: `${banks}/:bank_id/questions/:id/versions`,
  access: 'staff',
  summary: 'List the versions of a question, newest first',
  params: QuestionParams,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(QuestionVersion)],
  refusals: ['not_your_course'],
})

export const getQuestionVersion = defineRoute({
  name: 'getQuestionVersion',
  method: 'GET',
  path: `${banks}/:bank_id/questions/:id/versions/:number`,
  access: 'staff',
  summary: 'Get a version of a question with the last revision of its key',
  params: Type.Object({
    ...QuestionParams.properties,
    number: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  }),
  reply: [
    200,
    Type.Object({
      ...QuestionVersion.properties,
      body: QuestionBody,
      key: QuestionKey,
      files: QuestionFiles,
    }),
  ],
  refusals: ['not_your_course'],
})

export const listQuestionUses = defineRoute({
  name: 'listQuestionUses',
  method: 'GET',
  path: `${banks}/:bank_id/questions/:id/uses`,
  access: 'staff',
  summary: 'List up to 100 assessments that use a question, by name',
  params: QuestionParams,
  reply: [
    200,
    Type.Object({
      data: Type.Array(
        Type.Object({
          assessment_id: Id,
          name: Type.String(),
          course_id: Nullable(Id),
          course_name: Nullable(Type.String()),
        }),
      ),
    }),
  ],
  refusals: ['not_your_course'],
})
