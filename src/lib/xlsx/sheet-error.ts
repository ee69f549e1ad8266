/** Reason why a workbook could not be read. */
export type SheetProblem = 'not_a_workbook' | 'too_large' | 'document_type'

/** A workbook that cannot be read; `code` names the problem. */
export class SheetError extends Error {
  readonly code: SheetProblem

  constructor(code: SheetProblem) {
    super(code)
    this.code = code
  }
}
