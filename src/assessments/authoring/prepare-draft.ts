import { refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { AssessmentDraft } from '../queries.ts'
import type { AssessmentSettings, Section } from '../shapes.ts'
import { ensureItemsUsable } from './check-items.ts'
import { cleanTexts } from './clean-texts.ts'

/** A draft with the items of its sections. */
export interface FullDraft extends Omit<AssessmentDraft, 'sections'> {
  sections: Section[]
}

/** What a request changes of a draft. */
export interface DraftChange {
  instructions?: string
  settings?: Partial<AssessmentSettings>
  sections?: Section[]
}

/** The draft with a change: sanitised, and with usable questions only. */
export async function changedDraft(ctx: Ctx, before: FullDraft, change: DraftChange): Promise<FullDraft> {
  const settings = { ...before.settings, ...change.settings }
  ensureSettingsConsistent(settings)
  const sections = change.sections ?? before.sections
  if (change.sections) await ensureItemsUsable(ctx, sections, before.sections)
  const texts = [change.instructions ?? before.instructions, ...sections.map((one) => one.instructions)]
  const [instructions = '', ...ofSections] = await cleanTexts(ctx, texts)
  return {
    instructions,
    settings: { ...settings, access_code: settings.access_code.trim() },
    sections: sections.map((section, at) => ({
      ...section,
      name: section.name.trim(),
      instructions: ofSections[at]!,
    })),
  }
}

function ensureSettingsConsistent({ release, is_one_way, one_question_per_page }: AssessmentSettings) {
  if (release.when === 'at' && release.at === null)
    refuseInvalidField('settings.release.at', 'required', 'Enter when results are released.')
  if (is_one_way && !one_question_per_page)
    refuseInvalidField(
      'settings.is_one_way',
      'needs_pages',
      'Only assessments with one question per page can be one-way.',
    )
}

/** The part of a draft that is stored beside its items. */
export const storedDraft = ({ instructions, settings, sections }: FullDraft) =>
  JSON.stringify({
    instructions,
    settings,
    sections: sections.map(({ items: _items, ...section }) => section),
  })
