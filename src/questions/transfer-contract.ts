import { Type } from 'typebox'
import { transferLimits } from '#lib/question-formats/format-types.ts'
import { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import { Nullable, PageOf, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { BankParams, banks, Difficulty, QuestionFiles, QuestionName, Tags } from './shapes.ts'

const NewQuestion = Type.Object({
  name: Type.Optional(QuestionName),
  tags: Type.Optional(Tags),
  difficulty: Type.Optional(Nullable(Difficulty)),
  body: QuestionBody,
  key: QuestionKey,
})

export const createQuestions = defineRoute({
  name: 'createQuestions',
  method: 'POST',
  path: `${banks}/:bank_id/questions/import`,
  access: 'staff',
  summary: 'Create up to 50 questions with their keys: all of them, or none if one is invalid',
  params: BankParams,
  body: Type.Object({
    questions: Type.Array(NewQuestion, {
      minItems: 1,
      maxItems: transferLimits.questions,
      maxJsonBytes: transferLimits.bytes,
    }),
  }),
  bodyLimitBytes: 540_000,
  idempotent: true,
  reply: [201, Type.Object({ created_count: Type.Integer() })],
  refusals: ['not_your_course', 'question_bank_full'],
})

export const exportQuestions = defineRoute({
  name: 'exportQuestions',
  method: 'GET',
  path: `${banks}/:bank_id/questions/export`,
  access: 'staff',
  summary: 'Read the questions of a bank with their keys, in the order of their creation',
  params: BankParams,
  query: Type.Object({
    ...PagingParams,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: transferLimits.questions, default: 20 })),
  }),
  reply: [
    200,
    PageOf(
      Type.Object({
        name: Type.String(),
        tags: Type.Array(Type.String()),
        difficulty: Nullable(Type.Integer()),
        body: QuestionBody,
        key: QuestionKey,
        files: QuestionFiles,
      }),
    ),
  ],
  refusals: ['not_your_course'],
})
