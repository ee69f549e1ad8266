import type { QuestionType } from '#lib/questions/index.ts'

/** Types in the order in which authors choose from them. */
export const questionTypeList = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_text',
  'number',
  'calculated',
  'gaps',
  'essay',
  'matching',
  'ordering',
  'categorise',
  'matrix',
  'slider',
  'hotspot',
  'labelling',
  'file_upload',
  'recording',
  'code',
  'passage',
  'information',
] as const satisfies readonly QuestionType[]
