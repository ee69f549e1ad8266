import { sql } from 'kysely'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { RubricMark } from '../rubrics-contract.ts'
import type { PaperSlot } from './build-paper.ts'

type Reader = Pick<Ctx, 'tx' | 'school_id'>

/** Papers of attempts, by the id of the attempt. */
export async function loadPapers(
  { tx, school_id }: Reader,
  attempt_ids: readonly string[],
): Promise<ReadonlyMap<string, PaperSlot[]>> {
  const rows = await tx
    .selectFrom('attempt_papers')
    .where('school_id', '=', school_id)
    .where('attempt_id', '=', sql<string>`any(${attempt_ids}::uuid[])`)
    .select('attempt_id')
    .select((eb) => eb.ref('slots').$castTo<PaperSlot[]>().as('slots'))
    .execute()
  return new Map(rows.map(({ attempt_id, slots }) => [attempt_id, slots]))
}

export interface StoredAnswer {
  slot: number
  holder: number
  seq: number
  answer: QuestionAnswer
  given_at: Date
  received_at: Date
  is_late: boolean
}

/** Current answers of attempts: of each attempt a map by slot. */
export async function loadAnswers(
  { tx, school_id }: Reader,
  attempt_ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, StoredAnswer>>> {
  const rows = await tx
    .selectFrom('attempt_answers')
    .where('school_id', '=', school_id)
    .where('attempt_id', '=', sql<string>`any(${attempt_ids}::uuid[])`)
    .select(['attempt_id', 'slot', 'holder', 'seq', 'given_at', 'received_at', 'is_late'])
    .select((eb) => eb.ref('answer').$castTo<QuestionAnswer>().as('answer'))
    .execute()
  const byAttempt = new Map<string, Map<number, StoredAnswer>>(attempt_ids.map((id) => [id, new Map()]))
  for (const { attempt_id, ...answer } of rows) byAttempt.get(attempt_id)!.set(answer.slot, answer)
  return byAttempt
}

export interface MarkStep {
  slot: number
  step: number
  source: string
  points: number | null
  key_revision: number | null
  /** The question does not count for this attempt. */
  is_dropped: boolean
  comment: string
  /** Null for automatic marks. */
  marked_by: string | null
  rubric: RubricMark | null
  created_at: Date
}

/** The last mark of each slot of attempts: of each attempt a map by slot. */
export async function loadMarks(
  { tx, school_id }: Reader,
  attempt_ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, MarkStep>>> {
  const rows = await tx
    .selectFrom('mark_steps')
    .where('school_id', '=', school_id)
    .where('attempt_id', '=', sql<string>`any(${attempt_ids}::uuid[])`)
    .distinctOn(['attempt_id', 'slot'])
    .orderBy('attempt_id')
    .orderBy('slot')
    .orderBy('step', 'desc')
    .select(['attempt_id', 'slot', 'step', 'source', 'points', 'key_revision', 'is_dropped'])
    .select(['comment', 'marked_by', 'created_at'])
    .select((eb) => eb.ref('rubric').$castTo<RubricMark | null>().as('rubric'))
    .execute()
  const byAttempt = new Map<string, Map<number, MarkStep>>(attempt_ids.map((id) => [id, new Map()]))
  for (const { attempt_id, ...mark } of rows) byAttempt.get(attempt_id)!.set(mark.slot, mark)
  return byAttempt
}
