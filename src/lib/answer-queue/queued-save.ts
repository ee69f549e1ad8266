/** One answer of a student as it waits for the server. */
export interface QueuedSave {
  user_id: string
  attempt_id: string
  /** Number of the opening of the attempt that gave the answer. */
  holder: number
  /** Rises with each answer of a holder. */
  seq: number
  slot: number
  answer: unknown
  /** Milliseconds since 1970 by the server's clock. */
  given_at: number
}

/** What belongs to one attempt of one person. */
export type AttemptOfUser = Pick<QueuedSave, 'user_id' | 'attempt_id'>

/** Stores answers until they are removed. Each function rejects if the browser cannot store. */
export interface AnswerStore {
  put(save: QueuedSave): Promise<void>
  /** Answers of an attempt, by holder and seq. */
  list(attempt: AttemptOfUser): Promise<QueuedSave[]>
  remove(saves: readonly QueuedSave[]): Promise<void>
  /** Removes the answers of everybody that were given before `before`, in milliseconds since 1970. */
  removeExpired(before: number): Promise<void>
}
