import type { QuestionType } from '#lib/questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Draw, Item, Section } from '../shapes.ts'
import type { AssessmentDraft } from '../queries.ts'

type Reader = Pick<Ctx, 'tx' | 'school_id'>

/** Revision of the items that staff edit. */
export const draftRevision = 0

/** The items of a revision, by section. */
export async function loadItems(
  { tx, school_id }: Reader,
  assessment_id: string,
  revision: number,
): Promise<Map<number, Item[]>> {
  const rows = await tx
    .selectFrom('assessment_items')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', assessment_id)
    .where('revision', '=', revision)
    .orderBy('position')
    .select(['section', 'points', 'question_id', 'bank_id', 'draw'])
    .execute()
  const sections = new Map<number, Item[]>()
  for (const { section, points, question_id, bank_id, draw } of rows) {
    const item: Item = { question_id, draw: bank_id === null ? null : drawOf(bank_id, draw), points }
    sections.set(section, [...(sections.get(section) ?? []), item])
  }
  return sections
}

type StoredDraw = Omit<Draw, 'bank_id'>

function drawOf(bank_id: string, stored: unknown): Draw {
  const { types, tags, difficulties, count } = stored as StoredDraw
  return { bank_id, types: types as QuestionType[], tags, difficulties, count }
}

/** The sections of a revision with their items. */
export async function loadSections(
  ctx: Reader,
  assessment_id: string,
  { revision, sections }: { revision: number } & Pick<AssessmentDraft, 'sections'>,
): Promise<Section[]> {
  const items = await loadItems(ctx, assessment_id, revision)
  return sections.map((section, at) => ({ ...section, items: items.get(at) ?? [] }))
}

/** Inserts the items of a revision. */
export async function insertItems(
  { tx, school_id }: Reader,
  assessment_id: string,
  { revision, sections }: { revision: number; sections: readonly Pick<Section, 'items'>[] },
) {
  const rows = sections
    .flatMap(({ items }, section) => items.map((item) => ({ ...item, section })))
    .map(({ question_id, draw, points, section }, position) => {
      const { bank_id = null, ...stored } = draw ?? {}
      return {
        school_id,
        assessment_id,
        revision,
        position,
        section,
        points,
        question_id,
        bank_id,
        draw: draw && JSON.stringify(stored),
      }
    })
  if (rows.length > 0) await tx.insertInto('assessment_items').values(rows).execute()
}

/** Replaces the items that staff edit. */
export async function replaceDraftItems(ctx: Reader, assessment_id: string, sections: readonly Section[]) {
  await ctx.tx
    .deleteFrom('assessment_items')
    .where('school_id', '=', ctx.school_id)
    .where('assessment_id', '=', assessment_id)
    .where('revision', '=', draftRevision)
    .execute()
  await insertItems(ctx, assessment_id, { revision: draftRevision, sections })
}
