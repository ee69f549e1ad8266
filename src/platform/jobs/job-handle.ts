/** Names a job without its code, so that it can be enqueued by who must not import it. */
export interface JobHandle<Payload> {
  name: string
  /** Never set: ties the payload's type to the handle. */
  payload?: Payload
}

/** When a job runs, and before or after which others. */
export interface EnqueueOptions {
  run_at?: Date
  /** A later job with the same key replaces one that has not started. */
  job_key?: string
  /** `soon` for what has a time to keep, `late` for what may wait behind everything else of its tenant. */
  urgency?: 'soon' | 'late'
}
