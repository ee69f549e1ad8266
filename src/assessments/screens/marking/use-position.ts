import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { answerKey, type Answer, type AnswerPosition } from './answer-positions.ts'
import type { AnswerList } from './use-answer-list.ts'

/** Answers before the end of the list at which the next page loads. */
const preloaded = 4

/** The answer that is shown, its neighbours, and the steps between them. */
export function usePosition(list: AnswerList, isOpen: (answer: Answer) => boolean) {
  const [position, openAnswer] = useAnswerInAddress()
  // A step beyond the loaded answers, which is made when they arrive.
  const [waiting, setWaiting] = useState<'next' | 'previous' | null>(null)
  const rows = list.rows ?? []
  const foundAt = position && rows.findIndex((row) => answerKey(row) === answerKey(position))
  const at = foundAt === null || foundAt < 0 ? 0 : foundAt
  const answer = rows[at]
  useEffect(() => {
    if (list.isFetching) return
    if (list.hasNext && at >= rows.length - preloaded) void list.fetchNext()
    else if (list.hasPrevious && at === 0) void list.fetchPrevious()
  }, [list, at, rows.length])
  const goTo = (row: Answer | undefined) => row && openAnswer({ attempt_id: row.attempt_id, slot: row.slot })
  useEffect(() => {
    if (!waiting || list.isFetching) return
    setWaiting(null)
    goTo(rows[waiting === 'next' ? at + 1 : at - 1])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the page arrived
  }, [waiting, list.isFetching])
  const step = (direction: 'next' | 'previous') => {
    const neighbour = rows[direction === 'next' ? at + 1 : at - 1]
    if (neighbour) goTo(neighbour)
    else if (direction === 'next' ? list.hasNext : list.hasPrevious) setWaiting(direction)
  }
  return {
    answer,
    openAnswer,
    step,
    canGo: { next: at < rows.length - 1 || list.hasNext, previous: at > 0 || list.hasPrevious },
    /** Shows the next answer without a mark; after the last one, the first of those that were skipped. */
    goToOpen() {
      const others = [...rows.slice(at + 1), ...rows.slice(0, at)]
      const open = others.find(isOpen)
      if (open) goTo(open)
      else step('next')
      return open !== undefined || list.hasNext
    },
  }
}

/** The shown answer as parameters of the address, so that a reload and another order of the list keep it. */
export function useAnswerInAddress(): [AnswerPosition | null, (position: AnswerPosition) => void] {
  const [parameters, setParameters] = useSearchParams()
  const attempt_id = parameters.get('attempt')
  const slot = Number(parameters.get('slot') ?? 0)
  const position = attempt_id && Number.isInteger(slot) && slot >= 0 ? { attempt_id, slot } : null
  const set = (next: AnswerPosition) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current)
        changed.set('attempt', next.attempt_id)
        changed.set('slot', String(next.slot))
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return [position, set]
}
