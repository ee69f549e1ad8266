import { Type } from 'typebox'
import { QuestionBody, QuestionKey, questionTypes } from '#lib/questions/index.ts'
import {
  Id,
  Instant,
  Nullable,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'

export const banks = '/assessments/v2/question-banks'

export const QuestionTypeName = StringEnum(...questionTypes)
/** 1 is the easiest. */
export const Difficulty = Type.Integer({ minimum: 1, maximum: 5 })
export const Tag = SingleLineText(50)
export const Tags = Type.Array(Tag, { maxItems: 20 })
export const QuestionName = Text(200)

export const BankParams = Type.Object({ bank_id: Id })
export const QuestionParams = Type.Object({ bank_id: Id, id: Id })

export const QuestionBank = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  /** Null: a bank of the whole school. */
  course_id: Nullable(Id),
  course_name: Nullable(Type.String()),
  question_count: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
  /** Whether the caller may rename, move and delete the bank. */
  may_manage: Type.Boolean(),
})

/** A question in a list. */
export const QuestionSummary = Type.Object({
  id: Id,
  bank_id: Id,
  type: QuestionTypeName,
  name: Type.String(),
  tags: Type.Array(Type.String()),
  difficulty: Nullable(Type.Integer()),
  version: Type.Integer(),
  key_revision: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

/** Links to the images of hotspots and labels, by upload. */
export const QuestionFiles = Type.Array(Type.Object({ upload_id: Id, url: Type.String() }))

/** A question with its key, for staff. */
export const QuestionDetails = Type.Object({
  ...QuestionSummary.properties,
  updated_by_name: Nullable(Type.String()),
  body: QuestionBody,
  key: QuestionKey,
  files: QuestionFiles,
})

export const QuestionFilters = {
  type: Type.Optional(QuestionTypeName),
  tag: Type.Optional(Tag),
  difficulty: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  q: Type.Optional(Text(200)),
}

export const QuestionQuery = Type.Object({
  ...PagingParams,
  ...QuestionFilters,
  sort: Type.Optional(StringEnum('updated_at', 'name')),
})

export const QuestionIds = Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true })
