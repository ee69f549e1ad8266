import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { AutosaveStatus } from '#ui/form/use-autosave.ts'
import * as contract from '../../contract.ts'
import type { GradeValue, ShownGrade } from './shown-grades.ts'

export interface GradeEdit extends GradeValue {
  student_id: string
  item_id: string
  /** Of the grade that is replaced. */
  version: number
  reason?: string
  /** false: takes the grade back to the result of the assessment. */
  is_override?: false
}

export type GradeConflict = ApiReply<typeof contract.saveGrades>['conflicts'][number] & {
  entered: GradeValue
}

interface Entry extends Omit<ShownGrade, 'result_percent' | 'is_override'> {
  student_id: string
  reason: string
  is_override?: boolean
  result_percent?: number | null
}

export interface GradeChanges {
  entries: ReadonlyMap<string, Entry>
  status: AutosaveStatus
  conflicts: readonly GradeConflict[]
}

export const gradeKey = (student_id: string, item_id: string) => `${student_id}/${item_id}`

const delayMs = 600
const longestRetryMs = 30_000
const gradesAtOnce = 200

/** What was entered in a gradebook; saves it in batches, one at a time, and repeats a batch whose reply was lost. */
export class GradeStore {
  #course_id: string
  #changes: GradeChanges = { entries: new Map(), status: { status: 'saved', at: null }, conflicts: [] }
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | undefined
  #failures = 0

  constructor(course_id: string) {
    this.#course_id = course_id
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  getChanges = () => this.#changes

  edit(edits: readonly GradeEdit[]) {
    if (edits.length === 0) return
    const entries = new Map(this.#changes.entries)
    for (const { reason = '', ...edit } of edits) {
      const key = gradeKey(edit.student_id, edit.item_id)
      entries.set(key, { ...edit, reason, state: 'unsaved' })
    }
    this.#set({ entries, status: { status: 'waiting' } })
    this.#schedule(delayMs)
  }

  /** Saves what the person entered over what another person saved meanwhile. */
  overwrite(conflict: GradeConflict) {
    this.dismiss(conflict)
    const { student_id, item_id, version, entered } = conflict
    this.edit([{ student_id, item_id, version, ...entered }])
  }

  dismiss(conflict: GradeConflict) {
    this.#set({ conflicts: this.#changes.conflicts.filter((other) => other !== conflict) })
  }

  /** Sends refused grades again. */
  retry = () => {
    const entries = new Map(this.#changes.entries)
    for (const [key, entry] of entries)
      if (entry.state === 'refused') entries.set(key, { ...entry, state: 'unsaved' })
    this.#set({ entries })
    return this.flush()
  }

  /** Sends all that is not saved. Resolves to whether everything is saved. */
  flush = (): Promise<boolean> => {
    clearTimeout(this.#timer)
    this.#running ??= this.#sendAll().finally(() => (this.#running = undefined))
    return this.#running
  }

  #set(change: Partial<GradeChanges>) {
    this.#changes = { ...this.#changes, ...change }
    for (const listener of this.#listeners) listener()
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #sendAll(): Promise<boolean> {
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      this.#set({ status: { status: 'saving' } })
      try {
        this.#accept(batch, await this.#send(batch))
        this.#failures = 0
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return this.#fail(batch, error)
      }
    }
    const isRefused = [...this.#changes.entries.values()].some(({ state }) => state === 'refused')
    if (!isRefused) this.#set({ status: { status: 'saved', at: new Date() } })
    return !isRefused
  }

  /** Unsaved grades with the same reason. */
  #nextBatch(): Entry[] {
    const unsaved = [...this.#changes.entries.values()].filter(({ state }) => state === 'unsaved')
    return unsaved.filter(({ reason }) => reason === unsaved[0]!.reason).slice(0, gradesAtOnce)
  }

  #send(batch: readonly Entry[]) {
    const reason = batch[0]!.reason
    return api(contract.saveGrades, {
      course_id: this.#course_id,
      ...(reason && { reason }),
      grades: batch.map(({ student_id, item_id, points, is_excused, is_late, is_override, version }) => {
        const grade = { student_id, item_id, points, is_excused, is_late, version }
        return is_override === false ? { ...grade, is_override } : grade
      }),
    })
  }

  #accept(batch: readonly Entry[], { saved, conflicts }: ApiReply<typeof contract.saveGrades>) {
    const entries = new Map(this.#changes.entries)
    const sent = new Map(batch.map((entry) => [gradeKey(entry.student_id, entry.item_id), entry]))
    for (const grade of [...saved, ...conflicts]) {
      const key = gradeKey(grade.student_id, grade.item_id)
      const current = entries.get(key)
      // Entered again while the batch was on its way: only the version is new.
      if (current && current !== sent.get(key)) entries.set(key, { ...current, version: grade.version })
      else entries.set(key, { ...grade, reason: '', state: 'saved' })
    }
    const described = conflicts.map((conflict) => {
      const { points, is_excused, is_late } = sent.get(gradeKey(conflict.student_id, conflict.item_id))!
      return { ...conflict, entered: { points, is_excused, is_late } }
    })
    this.#set({ entries, conflicts: [...this.#changes.conflicts, ...described] })
  }

  /** A lost connection is repeated, and what the server refuses stays visible. */
  #fail(batch: readonly Entry[], error: ApiError): boolean {
    const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500
    if (isTemporary) {
      this.#set({ status: error.status === 0 ? { status: 'offline' } : { status: 'failed', error } })
      this.#failures += 1
      this.#schedule(Math.min(longestRetryMs, 1_000 * 2 ** this.#failures))
      return false
    }
    const entries = new Map(this.#changes.entries)
    for (const entry of batch) {
      const key = gradeKey(entry.student_id, entry.item_id)
      if (entries.get(key) === entry) entries.set(key, { ...entry, state: 'refused' })
    }
    this.#set({ entries, status: { status: 'failed', error } })
    return false
  }
}
