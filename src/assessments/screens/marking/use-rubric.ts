import { useState } from 'react'
import { rubricPoints, type RubricChoice } from '#lib/grades/index.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'
import { answerKey, type Answer } from './answer-positions.ts'
import type { Marks } from './use-marks.ts'

const freshMs = 60_000

/** The rubric of the question of an answer, and the choice of its levels. */
export function useRubric(assessment_id: string, answer: Answer | undefined, marks: Marks) {
  const { data } = useApiQuery(
    contract.getRubric,
    { id: assessment_id, question_id: answer?.question_id ?? '' },
    { enabled: answer !== undefined, staleTime: freshMs },
  )
  // The criterion that a digit chooses a level of, by answer.
  const [active, setActive] = useState<{ key: string; at: number } | null>(null)
  const criteria = data?.criteria ?? []
  const draft = answer && marks.draft(answer)
  const choices = draft?.choices ?? []
  const isChosen = (id: string) => choices.some(({ criterion_id }) => criterion_id === id)
  const firstOpen = criteria.findIndex(({ id }) => !isChosen(id))
  const isOwn = active !== null && answer !== undefined && active.key === answerKey(answer)
  const activeAt = isOwn ? active.at : Math.max(0, firstOpen)
  const sum = answer ? rubricPoints(criteria, choices, answer.max_points) : 0
  function choose(choice: RubricChoice) {
    if (!answer || !draft) return
    const others = choices.filter(({ criterion_id }) => criterion_id !== choice.criterion_id)
    const next = [...others, choice]
    const points = rubricPoints(criteria, next, answer.max_points)
    marks.change(answer, { ...draft, choices: next, points, reason: '' })
    const at = criteria.findIndex(({ id }) => id === choice.criterion_id)
    setActive({ key: answerKey(answer), at: Math.min(at + 1, criteria.length - 1) })
  }
  return {
    rubric: data,
    criteria,
    choices,
    activeAt,
    sum,
    /** The typed points differ from those of the levels. */
    isOverridden: choices.length > 0 && draft?.points !== null && draft?.points !== sum,
    choose,
    /** Chooses a level of the active criterion by its number from 1. */
    chooseNumber(number: number) {
      const criterion = criteria[activeAt]
      const level = criterion?.levels[number - 1]
      if (criterion && level) choose({ criterion_id: criterion.id, level_id: level.id })
    },
  }
}

export type RubricState = ReturnType<typeof useRubric>
