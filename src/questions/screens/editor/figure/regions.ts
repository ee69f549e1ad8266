import { newPartId } from '../blank-questions.ts'
import type { TypeFieldsProps } from '../question-draft.ts'
import type { ImageShape } from './figures.ts'

/** A named region of an image, or an area in which a free point is right. */
export interface Region {
  id: string
  /** Empty for areas, which have no names. */
  name: string
  shape: ImageShape
  isRight: boolean
}

/** Maximum numbers of regions that students choose from, and of areas for their points. */
export const maxRegions = { regions: 40, points: 20 }

/** The regions of a hotspot, or its areas; areas have no ids, so that their positions identify them. */
export function regionsOf({ body, answers }: Omit<TypeFieldsProps<'hotspot'>, 'editing'>): Region[] {
  if (body.mode === 'points')
    return answers.areas.map((shape, at) => ({ id: String(at), name: '', shape, isRight: true }))
  return body.regions.map((region) => ({ ...region, isRight: answers.correct.includes(region.id) }))
}

/** Stores regions in the body and the key, as the mode demands. */
export function saveRegions(
  { body, editing }: Pick<TypeFieldsProps<'hotspot'>, 'body' | 'editing'>,
  regions: readonly Region[],
  mode = body.mode,
) {
  const { set, bodyPath, keyPath } = editing
  const isFree = mode === 'points'
  // Areas become regions of which each is right.
  const named = regions.map((region) => (/^\d+$/.test(region.id) ? { ...region, id: newPartId() } : region))
  set(`${bodyPath}.mode`, mode)
  set(`${bodyPath}.regions`, isFree ? [] : named.map(({ id, name, shape }) => ({ id, name, shape })))
  set(`${keyPath}.correct`, isFree ? [] : named.flatMap(({ id, isRight }) => (isRight ? [id] : [])))
  const areas = regions.filter(({ isRight }) => isRight).map(({ shape }) => shape)
  set(`${keyPath}.areas`, isFree ? areas.slice(0, maxRegions.points) : [])
}
