/** Thrown within a task: the input cannot be used. `code` reaches the caller of `runIsolated` in the same class. */
export class TaskRejected extends Error {
  override readonly name = 'TaskRejected'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * Why a task did not end by itself: it used too much memory or processor time, its process died, or the machine was too
 * busy to finish it. The last two may succeed when they are tried again.
 */
export type StopReason = 'memory' | 'cpu' | 'crashed' | 'time'

export class TaskStopped extends Error {
  override readonly name = 'TaskStopped'
  readonly reason: StopReason

  constructor(task: string, reason: StopReason, output = '') {
    super(`The task ${task} was stopped (${reason})${output && `: ${output}`}`)
    this.reason = reason
  }

  /** The input needs more than the task may use; trying again changes nothing. */
  get isInputTooCostly() {
    return this.reason === 'memory' || this.reason === 'cpu'
  }
}
