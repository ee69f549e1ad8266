import type { AssessmentKind } from '../../contract.ts'

export const kinds = [
  'quiz',
  'exam',
  'practice',
  'survey',
  'assignment',
] as const satisfies readonly AssessmentKind[]
