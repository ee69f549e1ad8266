import type { ApiReply } from '#platform/client/api/client.ts'
import type * as contract from '../../contract.ts'

export type Assessment = ApiReply<typeof contract.getAssessment>
type Section = Assessment['sections'][number]
type Item = Section['items'][number]

/** An item with what the editor shows of it. The key identifies it while it moves. */
export type EditedItem = Item & {
  key: string
  /** Name of the question, or of the bank of the draw; null if it was deleted. */
  title: string | null
  type: Assessment['questions'][number]['type'] | null
  bank_id: string | null
}
export type EditedSection = Omit<Section, 'items'> & { key: string; items: EditedItem[] }

export type AssessmentDraft = Pick<Assessment, 'name' | 'instructions' | 'settings'> & {
  sections: EditedSection[]
}

const newKey = () => crypto.randomUUID()

/** An item before it has a name. */
export const newItem = (item: Omit<EditedItem, 'key'>): EditedItem => ({ ...item, key: newKey() })
export const newSection = (): EditedSection => ({ key: newKey(), name: '', instructions: '', items: [] })

/** The values of the form. */
export function draftOf({
  name,
  instructions,
  settings,
  sections,
  questions,
  banks,
}: Assessment): AssessmentDraft {
  const edited = (item: Item): EditedItem => {
    const question = questions.find(({ id }) => id === item.question_id)
    const bank = banks.find(({ id }) => id === item.draw?.bank_id)
    const { type = null, bank_id = item.draw?.bank_id ?? null } = question ?? {}
    return { ...item, key: newKey(), title: (question ?? bank)?.name ?? null, type, bank_id }
  }
  return {
    name,
    instructions,
    settings,
    sections: sections.map((section) => ({ ...section, key: newKey(), items: section.items.map(edited) })),
  }
}

/** The fields of the API. */
export const inputOf = ({ sections, ...values }: AssessmentDraft) => ({
  ...values,
  sections: sections.map(({ name, instructions, items }) => ({
    name,
    instructions,
    items: items.map(({ question_id, draw, points }) => ({ question_id, draw, points })),
  })),
})

/** Number of questions and points of the draft, as they are typed. */
export function totalsOf(sections: readonly EditedSection[]) {
  const items = sections.flatMap((section) => section.items)
  const countOf = ({ draw }: EditedItem) => draw?.count ?? 1
  return {
    questions: items.reduce((sum, item) => sum + countOf(item), 0),
    points: items.reduce((sum, item) => sum + countOf(item) * item.points, 0),
  }
}
