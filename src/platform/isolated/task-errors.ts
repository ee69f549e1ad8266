/** Thrown by a task for an unusable input. The caller of `runIsolated` gets `code` in the same class. */
export class TaskRejected extends Error {
  override readonly name = 'TaskRejected'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * Why a task was stopped: too much memory or CPU time, a crash, or a too busy machine. The last two may succeed
 * on a retry.
 */
export type StopReason = 'memory' | 'cpu' | 'crashed' | 'time'

/** An isolated task that was stopped before it finished; `reason` says why. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped'
  readonly reason: StopReason

  constructor(task: string, reason: StopReason, output = '') {
    super(`The task ${task} was stopped (${reason})${output && `: ${output}`}`)
    this.reason = reason
  }

  /** The input exceeds the limits of the task; a retry changes nothing. */
  get isInputTooCostly() {
    return this.reason === 'memory' || this.reason === 'cpu'
  }
}
