import { ensureBankUsable, findUsableQuestions } from '#questions/index.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { maxSlots } from '../policy.ts'
import type { Item, Section } from '../shapes.ts'

/** Number of questions that a student gets by these sections. */
export const slotCount = (sections: readonly Pick<Section, 'items'>[]) =>
  sections.flatMap(({ items }) => items).reduce((sum, { draw }) => sum + (draw?.count ?? 1), 0)

/** Points of all questions. */
export const totalPoints = (sections: readonly Pick<Section, 'items'>[]) =>
  sections
    .flatMap(({ items }) => items)
    .reduce((sum, { draw, points }) => sum + points * (draw?.count ?? 1), 0)

const refsOf = (sections: readonly Pick<Section, 'items'>[]) => {
  const items = sections.flatMap((section) => section.items)
  return {
    questions: new Set(items.flatMap(({ question_id }) => question_id ?? [])),
    banks: new Set(items.flatMap(({ draw }) => draw?.bank_id ?? [])),
  }
}

/**
 * Refuses items that name neither or both of question and draw, more questions than an attempt may have, and questions
 * and banks that the actor may not use, unless the draft has them already.
 */
export async function ensureItemsUsable(ctx: Ctx, sections: readonly Section[], before: readonly Section[]) {
  sections.forEach(({ items }, section) => items.forEach((item, at) => ensureOneSource(item, [section, at])))
  if (slotCount(sections) > maxSlots)
    refuseInvalidField('sections', 'too_many_questions', `An assessment has at most ${maxSlots} questions.`)
  const [present, saved] = [refsOf(sections), refsOf(before)]
  const added = [...present.questions].filter((id) => !saved.questions.has(id))
  const usable = new Set((await findUsableQuestions(ctx, added)).map(({ id }) => id))
  const unknown = added.find((id) => !usable.has(id))
  if (unknown) {
    const path = pathOf(sections, (item) => item.question_id === unknown)
    refuseInvalidField(`${path}.question_id`, 'question_unknown', 'There is no such question.')
  }
  for (const bank_id of present.banks) if (!saved.banks.has(bank_id)) await ensureBankUsable(ctx, bank_id)
}

function ensureOneSource({ question_id, draw }: Item, [section, at]: [number, number]) {
  if ((question_id === null) === (draw === null))
    refuseInvalidField(`sections.${section}.items.${at}`, 'one_source', 'Give either a question or a draw.')
}

function pathOf(sections: readonly Section[], matches: (item: Item) => boolean) {
  const section = sections.findIndex(({ items }) => items.some(matches))
  return `sections.${section}.items.${sections[section]!.items.findIndex(matches)}`
}
