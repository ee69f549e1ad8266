import { roundHalfUp } from './rounding.ts'

interface Level {
  id: string
  points: number
}

interface Criterion<L extends Level> {
  id: string
  levels: readonly L[]
}

/** The level that a marker chose for a criterion. */
export interface RubricChoice {
  criterion_id: string
  level_id: string
}

/** Points of the chosen levels, at most `max_points`. Levels that were removed count nothing. */
export function rubricPoints<L extends Level>(
  criteria: readonly Criterion<L>[],
  choices: readonly RubricChoice[],
  max_points: number,
): number {
  const sum = chosenLevels(criteria, choices).reduce((total, { level }) => total + level.points, 0)
  return Math.min(max_points, roundHalfUp(sum, 4))
}

/** The chosen levels with their criteria, in the order of the rubric. */
export function chosenLevels<L extends Level, C extends Criterion<L>>(
  criteria: readonly (C & Criterion<L>)[],
  choices: readonly RubricChoice[],
) {
  const chosen = new Map(choices.map(({ criterion_id, level_id }) => [criterion_id, level_id]))
  return criteria.flatMap((criterion) => {
    const level = criterion.levels.find(({ id }) => id === chosen.get(criterion.id))
    return level ? [{ criterion, level }] : []
  })
}
