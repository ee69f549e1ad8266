/** Why a line is at fault. */
export const lineCodes = [
  'no_address',
  'bad_address',
  'too_long',
  'bad_code',
  'not_a_student',
  'duplicate',
  'faculty_unknown',
  'code_taken',
  'code_differs',
  'plan_students_full',
] as const
export type LineCode = (typeof lineCodes)[number]

/** Why a whole list was not taken. */
export const failures = [
  'not_text',
  'bad_workbook',
  'no_lines',
  'no_address_column',
  'too_many_lines',
  'open_quote',
  'file_gone',
  'not_allowed',
  'internal_error',
] as const
export type Failure = (typeof failures)[number]

export const states = ['reading', 'ready', 'running', 'done', 'failed'] as const
export const verdicts = ['new', 'here', 'waiting', 'example', 'fault'] as const
export type Verdict = (typeof verdicts)[number]

export const mostLines = 50_000
