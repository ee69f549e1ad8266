/** Error codes of lines. */
export const lineErrorCodes = [
  'no_address',
  'bad_address',
  'too_long',
  'bad_code',
  'not_a_student',
  'duplicate',
  'faculty_unknown',
  'code_taken',
  'code_differs',
  'plan_student_limit_reached',
] as const
export type LineErrorCode = (typeof lineErrorCodes)[number]

/** Error codes of a whole file. */
export const importFailures = [
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
export type ImportFailure = (typeof importFailures)[number]

export const importStates = ['reading', 'ready', 'running', 'done', 'failed'] as const
export const lineStatuses = ['new', 'existing', 'already_invited', 'example', 'invalid'] as const
export type LineStatus = (typeof lineStatuses)[number]

export const maxLines = 50_000
