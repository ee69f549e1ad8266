/** From the parent: run the task of this process on this input. */
export interface RunMessage {
  input: unknown
}

/** From the child: what `run` returned or threw. */
export type ResultMessage =
  | { type: 'result'; output: unknown }
  | { type: 'rejected'; code: string }
  | { type: 'failed'; message: string }
