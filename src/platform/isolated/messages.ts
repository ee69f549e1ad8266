/** From the parent: run the task with this input. */
export interface RunMessage {
  input: unknown
}

/** From the child: result or error of `run`. */
export type ResultMessage =
  | { type: 'result'; output: unknown }
  | { type: 'rejected'; code: string }
  | { type: 'failed'; message: string }
