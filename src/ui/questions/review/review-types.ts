import type { QuestionType } from '#lib/questions/index.ts'

export type { AnswerOf, BodyOf, KeyOf, QuestionType } from '#lib/questions/index.ts'

/** Types with an answer of their own. */
export type SimpleType = Exclude<QuestionType, 'passage' | 'information'>
