import { Type } from 'typebox'
import { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import {
  Id,
  InstantText,
  Nullable,
  OkReply,
  PageOf,
  PagingParams,
  SingleLineText,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  BankParams,
  banks,
  Difficulty,
  QuestionBank,
  QuestionDetails,
  QuestionIds,
  QuestionName,
  QuestionParams,
  QuestionQuery,
  QuestionSummary,
  Tags,
} from './shapes.ts'

export { refusals } from './refusals.ts'
export { createQuestions, exportQuestions } from './transfer-contract.ts'
export { getQuestionVersion, listQuestionUses, listQuestionVersions } from './version-contract.ts'

// ---- Banks ----

export const listQuestionBanks = defineRoute({
  name: 'listQuestionBanks',
  method: 'GET',
  path: banks,
  access: 'staff',
  summary: 'List the question banks of the school and of the caller’s courses, last changed first, by name',
  query: Type.Object({ ...PagingParams, course_id: Type.Optional(Id), q: Type.Optional(Text(150)) }),
  csv: 'question-banks',
  reply: [200, PageOf(QuestionBank)],
})

export const createQuestionBank = defineRoute({
  name: 'createQuestionBank',
  method: 'POST',
  path: banks,
  access: 'staff',
  summary: 'Create a question bank of the school or of a course',
  body: Type.Object({
    name: SingleLineText(150),
    description: Type.Optional(Text(1_000)),
    course_id: Type.Optional(Nullable(Id)),
  }),
  idempotent: true,
  reply: [201, QuestionBank],
  refusals: ['not_your_course', 'too_many_question_banks'],
})

export const getQuestionBank = defineRoute({
  name: 'getQuestionBank',
  method: 'GET',
  path: `${banks}/:bank_id`,
  access: 'staff',
  summary: 'Get a question bank',
  params: BankParams,
  reply: [200, QuestionBank],
  refusals: ['not_your_course'],
})

export const updateQuestionBank = defineRoute({
  name: 'updateQuestionBank',
  method: 'PUT',
  path: `${banks}/:bank_id`,
  access: 'staff',
  summary: 'Rename a question bank, or move it to the school or a course',
  params: BankParams,
  body: Type.Object({
    name: Type.Optional(SingleLineText(150)),
    description: Type.Optional(Text(1_000)),
    course_id: Type.Optional(Nullable(Id)),
  }),
  reply: [200, QuestionBank],
  refusals: ['not_your_course', 'not_your_question_bank'],
})

export const duplicateQuestionBank = defineRoute({
  name: 'duplicateQuestionBank',
  method: 'POST',
  path: `${banks}/:bank_id/duplicate`,
  access: 'staff',
  summary: 'Copy a question bank with its questions; without a name, under the same name',
  params: BankParams,
  body: Type.Object({ name: Type.Optional(SingleLineText(150)) }),
  idempotent: true,
  reply: [201, QuestionBank],
  refusals: ['not_your_course', 'too_many_question_banks'],
})

export const deleteQuestionBank = defineRoute({
  name: 'deleteQuestionBank',
  method: 'DELETE',
  path: `${banks}/:bank_id`,
  access: 'staff',
  summary: 'Delete a question bank; assessments keep the versions that they use',
  params: BankParams,
  reply: [200, OkReply],
  refusals: ['not_your_course', 'not_your_question_bank'],
})

// ---- Questions ----

export const listQuestions = defineRoute({
  name: 'listQuestions',
  method: 'GET',
  path: `${banks}/:bank_id/questions`,
  access: 'staff',
  summary: 'List the questions of a bank, last changed first or by name, by type, tag, difficulty and words',
  params: BankParams,
  query: QuestionQuery,
  csv: 'questions',
  reply: [200, PageOf(QuestionSummary)],
  refusals: ['not_your_course'],
})

export const listQuestionTags = defineRoute({
  name: 'listQuestionTags',
  method: 'GET',
  path: `${banks}/:bank_id/tags`,
  access: 'staff',
  summary: 'List the 200 most frequent tags of a bank',
  params: BankParams,
  reply: [
    200,
    Type.Object({ data: Type.Array(Type.Object({ tag: Type.String(), question_count: Type.Integer() })) }),
  ],
  refusals: ['not_your_course'],
})

/** Bytes of the longest body: 300,000 of a question, 200,000 of its key, name and tags. */
const questionBytes = 520_000

const Settings = {
  name: Type.Optional(QuestionName),
  tags: Type.Optional(Tags),
  difficulty: Type.Optional(Nullable(Difficulty)),
}

export const createQuestion = defineRoute({
  name: 'createQuestion',
  method: 'POST',
  path: `${banks}/:bank_id/questions`,
  access: 'staff',
  summary: 'Create a question with its key; without a name, it is called by the beginning of its text',
  params: BankParams,
  body: Type.Object({ ...Settings, body: QuestionBody, key: QuestionKey }),
  bodyLimitBytes: questionBytes,
  idempotent: true,
  reply: [201, QuestionDetails],
  refusals: ['not_your_course', 'question_bank_full'],
})

export const getQuestion = defineRoute({
  name: 'getQuestion',
  method: 'GET',
  path: `${banks}/:bank_id/questions/:id`,
  access: 'staff',
  summary: 'Get a question with its key',
  params: QuestionParams,
  reply: [200, QuestionDetails],
  refusals: ['not_your_course'],
})

export const updateQuestion = defineRoute({
  name: 'updateQuestion',
  method: 'PUT',
  path: `${banks}/:bank_id/questions/:id`,
  access: 'staff',
  summary:
    'Update a question: a changed body becomes a new version, a changed key alone a new revision of the key',
  params: QuestionParams,
  body: Type.Object({
    ...Settings,
    body: Type.Optional(QuestionBody),
    key: Type.Optional(QuestionKey),
    /** `updated_at` of the question that was read; refused if it was saved since. */
    updated_at: Type.Optional(InstantText),
  }),
  bodyLimitBytes: questionBytes,
  reply: [200, QuestionDetails],
  refusals: ['not_your_course', 'edit_conflict'],
})

export const duplicateQuestion = defineRoute({
  name: 'duplicateQuestion',
  method: 'POST',
  path: `${banks}/:bank_id/questions/:id/duplicate`,
  access: 'staff',
  summary: 'Copy a question with its key, in the same bank or another one',
  params: QuestionParams,
  body: Type.Object({ name: Type.Optional(SingleLineText(200)), target_bank_id: Type.Optional(Id) }),
  idempotent: true,
  reply: [201, QuestionSummary],
  refusals: ['not_your_course', 'question_bank_full'],
})

export const deleteQuestion = defineRoute({
  name: 'deleteQuestion',
  method: 'DELETE',
  path: `${banks}/:bank_id/questions/:id`,
  access: 'staff',
  summary: 'Delete a question; assessments keep the versions that they use',
  params: QuestionParams,
  reply: [200, OkReply],
  refusals: ['not_your_course'],
})

export const updateQuestions = defineRoute({
  name: 'updateQuestions',
  method: 'PUT',
  path: `${banks}/:bank_id/questions`,
  access: 'staff',
  summary: 'Change tags and difficulty of several questions of a bank, or move them; ignores unknown ids',
  params: BankParams,
  body: Type.Object({
    question_ids: QuestionIds,
    add_tags: Type.Optional(Tags),
    remove_tags: Type.Optional(Tags),
    difficulty: Type.Optional(Nullable(Difficulty)),
    target_bank_id: Type.Optional(Id),
  }),
  reply: [200, Type.Object({ updated_count: Type.Integer() })],
  refusals: ['not_your_course', 'question_bank_full'],
})

export const copyQuestions = defineRoute({
  name: 'copyQuestions',
  method: 'POST',
  path: `${banks}/:bank_id/questions/copy`,
  access: 'staff',
  summary: 'Copy several questions of a bank, in the same bank or to another one; ignores unknown ids',
  params: BankParams,
  body: Type.Object({ question_ids: QuestionIds, target_bank_id: Type.Optional(Id) }),
  idempotent: true,
  reply: [201, Type.Object({ copied_count: Type.Integer() })],
  refusals: ['not_your_course', 'question_bank_full'],
})

export const deleteQuestions = defineRoute({
  name: 'deleteQuestions',
  method: 'POST',
  path: `${banks}/:bank_id/questions/delete`,
  access: 'staff',
  summary: 'Delete several questions of a bank; ignores unknown ids',
  params: BankParams,
  body: Type.Object({ question_ids: QuestionIds }),
  reply: [200, Type.Object({ deleted_count: Type.Integer() })],
  refusals: ['not_your_course'],
})
