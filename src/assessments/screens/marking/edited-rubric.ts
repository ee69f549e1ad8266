import { useTranslation } from '#ui/i18n/use-translation.ts'

export interface EditedLevel {
  id: string
  /** Null while the field is empty. */
  points: number | null
  description: string
}

export interface EditedCriterion {
  id: string
  name: string
  levels: readonly EditedLevel[]
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of a criterion or level. */
export const newRubricId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('')

export const blankLevel = (points: number | null = null, description = ''): EditedLevel => ({
  id: newRubricId(),
  points,
  description,
})

/** Creates criteria with three levels, from all points to none. */
export function useBlankCriterion() {
  const { t } = useTranslation('marking')
  return (max_points: number): EditedCriterion => ({
    id: newRubricId(),
    name: '',
    levels: [
      blankLevel(max_points, t('rubric.full')),
      blankLevel(max_points / 2, t('rubric.partly')),
      blankLevel(0, t('rubric.none')),
    ],
  })
}

/** The same criteria with ids of their own. */
export const copiedCriteria = (criteria: readonly EditedCriterion[]): EditedCriterion[] =>
  criteria.map((criterion) => ({
    ...criterion,
    id: newRubricId(),
    levels: criterion.levels.map((level) => ({ ...level, id: newRubricId() })),
  }))

export const isComplete = (criteria: readonly EditedCriterion[]) =>
  criteria.every(
    ({ name, levels }) =>
      name.trim() !== '' &&
      levels.every(({ points, description }) => points !== null && description.trim() !== ''),
  )

export const inputOf = (criteria: readonly EditedCriterion[]) =>
  criteria.map(({ id, name, levels }) => ({
    id,
    name: name.trim(),
    levels: levels.map((level) => ({
      id: level.id,
      points: level.points ?? 0,
      description: level.description.trim(),
    })),
  }))
