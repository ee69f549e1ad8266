import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'
import { placeKey, type Answer, type Overview, type Place } from './places.ts'
import type { AnswerList } from './use-answer-list.ts'

/** What is typed for an answer and not stored yet. */
export interface Draft {
  points: number | null
  comment: string
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

export const draftOf = ({ points, comment }: Answer): Draft => ({ points, comment })

/** Stores marks while the marker is at the next answer already. What cannot be stored stays as typed. */
export function useMarks(assessment_id: string, list: AnswerList) {
  const [drafts, setDrafts] = useEntries<Draft>()
  const [saves, setSave] = useEntries<SaveState>()
  const { count, refreshCounts } = useCounts(assessment_id)
  const { undoable, setUndoable, undo, undoError } = useUndo(assessment_id, { list, refreshCounts })

  async function store(answer: Answer, draft: Draft, isForSame: boolean) {
    const key = placeKey(answer)
    setSave(key, { is: 'saving' })
    try {
      const marks = await sendMark(answer, draft, isForSame)
      list.change(changesOf(marks, draft))
      setDrafts(key, undefined)
      setSave(key, undefined)
      count(answer, marks.length)
      setUndoable({ answer, marks: marks.map(({ step, ...place }) => ({ ...place, expected_step: step })) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const present = (error.problem.marks as PresentMark[] | undefined)?.[0]
      const isConflict = error.code === 'mark_conflict' && present
      if (isConflict) refreshCounts()
      setSave(key, isConflict ? { is: 'conflict', present } : { is: 'failed', error, isForSame })
    }
  }

  return {
    drafts,
    saves,
    undoable,
    undoError,
    draft: (answer: Answer) => drafts[placeKey(answer)] ?? draftOf(answer),
    change: (answer: Answer, draft: Draft) => setDrafts(placeKey(answer), draft),
    store,
    undo,
    /** Takes the mark of the other person, or replaces it. */
    resolve(answer: Answer, { step, ...present }: PresentMark, isReplaced: boolean) {
      const key = placeKey(answer)
      const draft = drafts[key] ?? draftOf(answer)
      list.change(new Map([[key, { step, ...present }]]))
      if (isReplaced) return store({ ...answer, ...present, step }, draft, false)
      setDrafts(key, undefined)
      setSave(key, undefined)
      return undefined
    },
  }
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

interface StoredMark extends Place {
  step: number
}

async function sendMark(answer: Answer, draft: Draft, isForSame: boolean): Promise<StoredMark[]> {
  const { attempt_id: id, slot, step } = answer
  const mark = { slot, expected_step: step, points: draft.points ?? 0, comment: draft.comment }
  if (isForSame) return (await api(contract.markSameAnswers, { id, ...mark })).marks
  const stored = await api(contract.markAnswers, { id, marks: [mark] })
  return stored.marks.map((each) => ({ attempt_id: id, slot: each.slot, step: each.step }))
}

const changesOf = (marks: readonly StoredMark[], { points, comment }: Draft) =>
  new Map<string, Partial<Answer>>(
    marks.map((mark) => [
      placeKey(mark),
      {
        step: mark.step,
        points,
        comment: comment.trim(),
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
  return { undoable, setUndoable, undo, undoError }
}

const formerMarks = (
  marks: readonly (StoredMark & { points: number | null })[],
  { comment, source, marked_by_name, same_count }: Answer,
) =>
  new Map<string, Partial<Answer>>(
    marks.map(({ points, step, ...place }) => [
      placeKey(place),
      { points, step, comment, source, marked_by_name, same_count },
    ]),
  )

/** Counts stored marks in the overview, without asking the server after each of them. */
function useCounts(assessment_id: string) {
  const cache = useQueryClient()
  const refreshCounts = () =>
    void cache.invalidateQueries({ queryKey: queryKey(contract.getMarkingOverview) })
  function count({ question_id, points }: Answer, marked: number) {
    if (marked > 1) return refreshCounts()
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
