import type { BodyOf, SimpleBody } from '../bodies.ts'
import { isBlankHtml, type Report } from './issues.ts'

type BodyCheck<T extends SimpleBody['type']> = (body: BodyOf<T>, report: Report) => void

/** Texts and ids of a list of parts. */
function checkParts(parts: readonly { id: string; text?: string }[], path: string, report: Report) {
  const ids = new Set<string>()
  parts.forEach(({ id, text }, at) => {
    if (ids.has(id)) report(`${path}.${at}.id`, 'duplicate_id')
    ids.add(id)
    if (text !== undefined && isBlankHtml(text)) report(`${path}.${at}.text`, 'text_missing')
  })
}

const checkLists =
  <T extends SimpleBody['type']>(...names: (keyof BodyOf<T> & string)[]): BodyCheck<T> =>
  (body, report) => {
    for (const name of names) checkParts(body[name] as { id: string; text?: string }[], name, report)
  }

function checkUnits({ unit_input, units }: BodyOf<'number'> | BodyOf<'calculated'>, report: Report) {
  if (unit_input === 'select' && units.length === 0) report('units', 'units_missing')
}

/** Ids of the gaps in a text, in order. */
export const gapsInText = (text: string) =>
  Array.from(text.matchAll(/\[\[([a-z0-9]{6,12})\]\]/g), ([, id]) => id!)

function checkGaps({ text, gaps }: BodyOf<'gaps'>, report: Report) {
  checkParts(gaps, 'gaps', report)
  const inText = gapsInText(text)
  const ids = new Set(gaps.map(({ id }) => id))
  if (inText.some((id) => !ids.has(id))) report('text', 'gap_unknown')
  const counts = new Map<string, number>()
  for (const id of inText) counts.set(id, (counts.get(id) ?? 0) + 1)
  gaps.forEach((gap, at) => {
    if (counts.get(gap.id) !== 1) report(`gaps.${at}.id`, 'gap_missing')
    if (gap.kind === 'list') checkParts(gap.options, `gaps.${at}.options`, report)
  })
}

/** Only a draft has no image: the schema demands the id of an upload. */
function checkImage({ image_id }: { image_id: string }, report: Report) {
  if (image_id === '') report('image_id', 'image_missing')
}

function checkHotspot(body: BodyOf<'hotspot'>, report: Report) {
  const { mode, regions } = body
  checkImage(body, report)
  if (mode === 'regions' && regions.length === 0) report('regions', 'regions_missing')
  if (mode === 'points' && regions.length > 0) report('regions', 'regions_unused')
  checkParts(
    regions.map(({ id, name }) => ({ id, text: name })),
    'regions',
    (path, code) => report(path.replace(/\.text$/, '.name'), code),
  )
}

function checkSlider({ minimum, maximum, step }: BodyOf<'slider'>, report: Report) {
  const range = Number(maximum) - Number(minimum)
  if (range <= 0) report('maximum', 'range_empty')
  else if (Number(step) <= 0 || Number(step) > range) report('step', 'step_invalid')
}

/** Checks of the body of each type, beside those of its text. */
export const bodyChecks: { [T in SimpleBody['type']]?: BodyCheck<T> } = {
  single_choice: checkLists('options'),
  multiple_choice: checkLists('options'),
  number: checkUnits,
  calculated: checkUnits,
  essay({ min_words, max_words }, report) {
    if (max_words > 0 && max_words < min_words) report('max_words', 'words_invalid')
  },
  matching: checkLists('prompts', 'choices'),
  ordering: checkLists('items'),
  gaps: checkGaps,
  hotspot: checkHotspot,
  labelling(body, report) {
    checkImage(body, report)
    checkLists<'labelling'>('spots', 'labels')(body, report)
  },
  categorise: checkLists('categories', 'items'),
  matrix: checkLists('rows', 'columns'),
  slider: checkSlider,
}
