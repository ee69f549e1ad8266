/** Identifies a job without its code, so that domains can enqueue it without importing it. */
export interface JobHandle<Payload> {
  name: string
  /** Never set: carries the payload's type. */
  payload?: Payload
}

/** When a job runs, and its priority. */
export interface EnqueueOptions {
  run_at?: Date
  /** Replaces a waiting job with the same key. */
  job_key?: string
  /** `soon` for time-critical jobs, `late` for jobs that run after all others of their tenant. */
  priority?: 'soon' | 'late'
}
