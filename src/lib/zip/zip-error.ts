/** Why an archive is refused: it is none, damaged, of a kind that is not read, or hostile. */
export type ZipProblem = 'not_a_zip' | 'damaged' | 'not_supported' | 'unsafe_path' | 'too_large'

/** Thrown for an archive that is refused. */
export class ZipError extends Error {
  readonly code: ZipProblem
  constructor(code: ZipProblem) {
    super(code)
    this.code = code
  }
}
