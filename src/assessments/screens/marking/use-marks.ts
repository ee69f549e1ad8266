import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate, queryKey } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'
import type { RubricChoice } from '#lib/grades/index.ts'
import { answerKey, type Answer, type Overview, type AnswerPosition } from './answer-positions.ts'
import type { AnswerList } from './use-answer-list.ts'

/** What is typed for an answer and not stored yet. */
export interface Draft {
  points: number | null
  comment: string
  /** Chosen levels of the rubric. */
  choices: readonly RubricChoice[]
  /** Why the points differ from the chosen levels. */
  reason: string
  /** Version of the rubric that the levels are of. */
  rubric_version: number
}

/** The mark that another person gave meanwhile. */
export interface PresentMark {
  step: number
  points: number | null
  comment: string
  marked_by_name: string | null
}

export type SaveState =
  | { is: 'saving' }
  | { is: 'failed'; error: ApiError; isForSame: boolean }
  | { is: 'conflict'; present: PresentMark }

interface Undoable {
  answer: Answer
  marks: { attempt_id: string; slot: number; expected_step: number }[]
}

const undoMs = 10_000

export const draftOf = ({ points, comment, rubric }: Answer): Draft => ({
  points,
  comment,
  choices: rubric?.choices ?? [],
  reason: rubric?.reason ?? '',
  rubric_version: 0,
})

/** Stores marks while the marker is at the next answer already. What cannot be stored stays as typed. */
export function useMarks(assessment_id: string, list: AnswerList) {
  const [drafts, setDrafts] = useEntries<Draft>()
  const [saves, setSave] = useEntries<SaveState>()
  const { count, refreshCounts } = useCounts(assessment_id)
  const { offerUndo, ...undoing } = useUndo(assessment_id, { list, refreshCounts })
  const clear = (key: string) => {
    setDrafts(key, undefined)
    setSave(key, undefined)
  }

  async function store(answer: Answer, draft: Draft, isForSame: boolean) {
    const key = answerKey(answer)
    setSave(key, { is: 'saving' })
    setDrafts(key, draft)
    try {
      const marks = await sendMark(answer, draft, isForSame)
      list.change(changesOf(marks, draft))
      clear(key)
      count(answer, marks.length)
      offerUndo(answer, marks)
    } catch (error) {
      const failed = failureOf(error, isForSame)
      if (failed.is === 'conflict') refreshCounts()
      setSave(key, failed)
    }
  }

  return {
    drafts,
    saves,
    ...undoing,
    draft: (answer: Answer) => drafts[answerKey(answer)] ?? draftOf(answer),
    change: (answer: Answer, draft: Draft) => setDrafts(answerKey(answer), draft),
    store,
    /** Takes the mark of the other person, or replaces it. */
    resolve(answer: Answer, { step, ...present }: PresentMark, isReplaced: boolean) {
      const key = answerKey(answer)
      list.change(new Map([[key, { step, ...present }]]))
      if (!isReplaced) return clear(key)
      return void store({ ...answer, ...present, step }, drafts[key] ?? draftOf(answer), false)
    },
  }
}

/** Why a mark was not stored; throws what is no refusal. */
function failureOf(error: unknown, isForSame: boolean): SaveState {
  if (!(error instanceof ApiError)) throw error
  const present = (error.problem.marks as PresentMark[] | undefined)?.[0]
  return error.code === 'mark_conflict' && present
    ? { is: 'conflict', present }
    : { is: 'failed', error, isForSame }
}

export type Marks = ReturnType<typeof useMarks>

/** A record of entries with a function that sets or removes one. */
function useEntries<Entry>() {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({})
  const set = (key: string, entry: Entry | undefined) =>
    setEntries(({ [key]: _former, ...others }) =>
      entry === undefined ? others : { ...others, [key]: entry },
    )
  return [entries, set] as const
}

interface StoredMark extends AnswerPosition {
  step: number
}

async function sendMark(answer: Answer, draft: Draft, isForSame: boolean): Promise<StoredMark[]> {
  const { attempt_id: id, slot, step } = answer
  const { comment, choices, reason, rubric_version } = draft
  const mark = {
    slot,
    expected_step: step,
    points: draft.points ?? 0,
    comment,
    ...(choices.length > 0 && { rubric: { version: rubric_version, choices: [...choices], reason } }),
  }
  if (isForSame) {
    const same = await api(contract.markSameAnswers, { id, ...mark })
    return same.marks.map((each) => ({ attempt_id: each.attempt_id, slot: each.slot, step: each.step }))
  }
  const stored = await api(contract.markAnswers, { id, marks: [mark] })
  return stored.marks.map((each) => ({ attempt_id: id, slot: each.slot, step: each.step }))
}

const changesOf = (marks: readonly StoredMark[], { points, comment, choices, reason }: Draft) =>
  new Map<string, Partial<Answer>>(
    marks.map((mark) => [
      answerKey(mark),
      {
        step: mark.step,
        points,
        comment: comment.trim(),
        rubric: choices.length > 0 ? { choices: [...choices], reason } : null,
        source: 'person',
        marked_by_name: null,
        same_count: 0,
      },
    ]),
  )

interface Undoing {
  list: AnswerList
  refreshCounts: () => void
}

/** The last stored marks, which can be undone for ten seconds. */
function useUndo(assessment_id: string, { list, refreshCounts }: Undoing) {
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [undoError, setUndoError] = useState<ApiError | null>(null)
  useEffect(() => {
    if (!undoable) return
    const timer = setTimeout(() => setUndoable(null), undoMs)
    return () => clearTimeout(timer)
  }, [undoable])
  /** Returns the answer whose mark was undone. */
  async function undo(): Promise<Answer | null> {
    if (!undoable) return null
    const { marks, answer } = undoable
    setUndoError(null)
    try {
      const undone = await api(contract.undoMarks, { id: assessment_id, marks })
      setUndoable(null)
      list.change(formerMarks(undone.marks, answer))
      refreshCounts()
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setUndoError(error)
      return null
    }
  }
  const offerUndo = (answer: Answer, marks: readonly StoredMark[]) =>
    setUndoable({
      answer,
      marks: marks.map(({ step, ...position }) => ({ ...position, expected_step: step })),
    })
  return { undoable, offerUndo, undo, undoError }
}

const formerMarks = (
  marks: readonly (StoredMark & { points: number | null })[],
  { comment, rubric, source, marked_by_name, same_count }: Answer,
) =>
  new Map<string, Partial<Answer>>(
    marks.map(({ points, step, ...position }) => [
      answerKey(position),
      { points, step, comment, rubric, source, marked_by_name, same_count },
    ]),
  )

/** What the page of results shows. */
const figures = [contract.getAssessmentResults, contract.listAssessmentAttempts]

/** Counts stored marks in the overview, without asking the server after each of them. */
function useCounts(assessment_id: string) {
  const cache = useQueryClient()
  const outdate = (contracts: Parameters<typeof invalidate>[1]) => void invalidate(cache, contracts)
  const refreshCounts = () => outdate([contract.getMarkingOverview, ...figures])
  function count({ question_id, points }: Answer, marked: number) {
    if (marked > 1) return refreshCounts()
    outdate(figures)
    if (points !== null) return
    cache.setQueryData<Overview>(
      queryKey(contract.getMarkingOverview, { id: assessment_id }),
      (overview) => overview && withOneMark(overview, question_id),
    )
  }
  return { count, refreshCounts }
}

const withOneMark = (overview: Overview, question_id: string): Overview => ({
  ...overview,
  pending_count: overview.pending_count - 1,
  questions: overview.questions.map((question) =>
    question.question_id === question_id
      ? { ...question, pending_count: question.pending_count - 1 }
      : question,
  ),
})
