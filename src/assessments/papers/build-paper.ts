import type { QuestionVersionRef } from '#questions/index.ts'
import { shuffle, type OptionOrder, type Random, type Variables } from '#lib/questions/index.ts'
import type { Section } from '../shapes.ts'

/** A question of an attempt. Its position in the list is its slot. */
export interface PaperSlot extends QuestionVersionRef {
  /** Index in the list of sections of the revision. */
  section: number
  points: number
  order: OptionOrder
  variables: Variables
}

export type ChosenQuestion = Omit<PaperSlot, 'order' | 'variables'>

interface Sources {
  sections: readonly Pick<Section, 'items'>[]
  /** Current version of each fixed question. */
  versions: ReadonlyMap<string, number>
  /** Questions that each draw may pick, in the order of the draws in the sections. */
  pools: readonly (readonly QuestionVersionRef[])[]
  /** Questions of earlier attempts of the student: a draw picks others first. */
  seen: ReadonlySet<string>
  shuffle_questions: boolean
}

/**
 * Chooses the questions of an attempt. A question appears once; the draw with the fewest questions picks first, so that
 * another draw does not take them. A draw that finds too few picks all of them.
 */
export function chooseQuestions(sources: Sources, random: Random): ChosenQuestion[] {
  const { sections, versions, shuffle_questions } = sources
  const drawn = pickDraws(sources, random)
  let draw = 0
  return sections.flatMap(({ items }, section) => {
    const chosen = items.flatMap(({ question_id, points }): ChosenQuestion[] => {
      if (question_id === null)
        return drawn[draw++]!.map(({ question_id: id, number }) => ({
          section,
          question_id: id,
          number,
          points,
        }))
      const number = versions.get(question_id)
      return number === undefined ? [] : [{ section, question_id, number, points }]
    })
    return shuffle_questions ? shuffle(chosen, random) : chosen
  })
}

function pickDraws({ sections, pools, seen }: Sources, random: Random): QuestionVersionRef[][] {
  const items = sections.flatMap((section) => section.items)
  const used = new Set(items.flatMap(({ question_id }) => question_id ?? []))
  const counts = items.flatMap(({ draw }) => draw?.count ?? [])
  const drawn: QuestionVersionRef[][] = counts.map(() => [])
  const smallestFirst = counts.map((_, at) => at).toSorted((a, b) => pools[a]!.length - pools[b]!.length)
  for (const at of smallestFirst) {
    const mixed = shuffle(
      pools[at]!.filter(({ question_id }) => !used.has(question_id)),
      random,
    )
    const [fresh, repeated] = [
      mixed.filter(({ question_id }) => !seen.has(question_id)),
      mixed.filter(({ question_id }) => seen.has(question_id)),
    ]
    drawn[at] = [...fresh, ...repeated].slice(0, counts[at])
    for (const { question_id } of drawn[at]) used.add(question_id)
  }
  return drawn
}
