import type { BodyOf, SimpleBody } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'
import { checkFormula } from '../numbers/formula.ts'
import type { Report } from './issues.ts'

interface Question<T extends SimpleBody['type']> {
  body: BodyOf<T>
  key: KeyOf<T>
}
type KeyCheck<T extends SimpleBody['type']> = (question: Question<T>, report: Report) => void

const idsOf = (parts: readonly { id: string }[]) => new Set(parts.map(({ id }) => id))

/** Keys of a map, and members of a list, must be ids of parts. */
function checkIds(
  ids: readonly string[],
  parts: ReadonlySet<string>,
  { path, report }: { path: string; report: Report },
) {
  for (const id of ids) if (!parts.has(id)) report(`${path}.${id}`, 'unknown_part')
}

interface Pairs {
  pairs: Readonly<Record<string, string>>
  from: readonly { id: string }[]
  to: readonly { id: string }[]
}

/** Each part of `from` has one of `to`. */
function checkPairs({ pairs, from, to }: Pairs, report: Report) {
  checkIds(Object.keys(pairs), idsOf(from), { path: 'pairs', report })
  const targets = idsOf(to)
  for (const { id } of from)
    if (pairs[id] === undefined) report(`pairs.${id}`, 'answer_missing')
    else if (!targets.has(pairs[id])) report(`pairs.${id}`, 'unknown_part')
}

function checkAccepted(
  accepted: readonly { text: string; fraction: number }[],
  path: string,
  report: Report,
) {
  accepted.forEach(({ text }, at) => {
    if (text.trim() === '') report(`${path}.${at}.text`, 'text_missing')
  })
  if (!accepted.some(({ fraction }) => fraction === 1)) report(path, 'no_right_answer')
}

type Numeric = { unit_input: 'none' | 'select' | 'typed'; units: readonly string[] }

function checkUnit(
  { unit_input, units }: Numeric,
  unit: string,
  { path, report }: { path: string; report: Report },
) {
  if (unit_input === 'select' && !units.includes(unit)) report(path, 'unit_missing')
}

function checkNumber({ body, key }: Question<'number'>, report: Report) {
  key.accepted.forEach(({ tolerance, unit }, at) => {
    if (Number(tolerance) < 0) report(`accepted.${at}.tolerance`, 'negative')
    checkUnit(body, unit, { path: `accepted.${at}.unit`, report })
  })
  if (!key.accepted.some(({ fraction }) => fraction === 1)) report('accepted', 'no_right_answer')
}

/** Names in braces in the text of a calculated question. */
export const variablesInText = (text: string) =>
  Array.from(text.matchAll(/\{([a-z][a-z0-9_]{0,19})\}/g), ([, name]) => name!)

function checkCalculated({ body, key }: Question<'calculated'>, report: Report) {
  const names = key.variables.map(({ name }) => name)
  key.variables.forEach(({ name, minimum, maximum, step }, at) => {
    if (names.indexOf(name) < at) report(`variables.${at}.name`, 'duplicate_name')
    const range = Number(maximum) - Number(minimum)
    if (range < 0) report(`variables.${at}.maximum`, 'range_empty')
    else if (step !== undefined && !(Number(step) > 0 && Number(step) <= range))
      report(`variables.${at}.step`, 'step_invalid')
  })
  if (variablesInText(body.text).some((name) => !names.includes(name)))
    report('variables', 'variable_unknown')
  if (checkFormula(key.formula, names) !== null) report('formula', 'formula_invalid')
  if (Number(key.tolerance) < 0) report('tolerance', 'negative')
  checkUnit(body, key.unit, { path: 'unit', report })
}

function checkGaps({ body, key }: Question<'gaps'>, report: Report) {
  checkIds(Object.keys(key.gaps), idsOf(body.gaps), { path: 'gaps', report })
  for (const gap of body.gaps) {
    const answer = key.gaps[gap.id]
    if (!answer) report(`gaps.${gap.id}`, 'answer_missing')
    else if (answer.kind !== gap.kind) report(`gaps.${gap.id}.kind`, 'mode_mismatch')
    else if (answer.kind === 'text') checkAccepted(answer.accepted, `gaps.${gap.id}.accepted`, report)
    else if (gap.kind === 'list' && !idsOf(gap.options).has(answer.correct))
      report(`gaps.${gap.id}.correct`, 'unknown_part')
  }
}

function checkHotspot({ body, key }: Question<'hotspot'>, report: Report) {
  const [used, unused] =
    body.mode === 'regions' ? (['correct', 'areas'] as const) : (['areas', 'correct'] as const)
  if (key[unused].length > 0) report(unused, 'mode_mismatch')
  if (key[used].length === 0) report(used, 'no_right_answer')
  if (key[used].length > body.max_choices) report(used, 'too_many_right')
  checkIds(key.correct, idsOf(body.regions), { path: 'correct', report })
}

function checkMatrix({ body, key }: Question<'matrix'>, report: Report) {
  checkIds(Object.keys(key.rows), idsOf(body.rows), { path: 'rows', report })
  const columns = idsOf(body.columns)
  for (const { id } of body.rows) {
    const chosen = key.rows[id] ?? []
    if (chosen.length === 0 && !body.is_multiple) report(`rows.${id}`, 'answer_missing')
    if (chosen.length > 1 && !body.is_multiple) report(`rows.${id}`, 'too_many_right')
    checkIds(chosen, columns, { path: `rows.${id}`, report })
  }
  if (Object.values(key.rows).every((chosen) => chosen.length === 0)) report('rows', 'no_right_answer')
}

function checkSlider({ body, key }: Question<'slider'>, report: Report) {
  const value = Number(key.value)
  if (value < Number(body.minimum) || value > Number(body.maximum)) report('value', 'out_of_range')
  if (Number(key.tolerance) < 0) report('tolerance', 'negative')
}

function checkOrdering({ body, key }: Question<'ordering'>, report: Report) {
  const items = idsOf(body.items)
  checkIds(key.order, items, { path: 'order', report })
  if (new Set(key.order.filter((id) => items.has(id))).size < items.size) report('order', 'order_incomplete')
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Checks of the key of each type that has one. */
export const keyChecks: { [T in SimpleBody['type']]?: KeyCheck<T> } = {
  single_choice({ body, key }, report) {
    const options = idsOf(body.options)
    checkIds(Object.keys(key.fractions), options, { path: 'fractions', report })
    checkIds(Object.keys(key.option_feedback), options, { path: 'option_feedback', report })
    if (!Object.values(key.fractions).includes(1)) report('fractions', 'no_right_answer')
  },
  multiple_choice({ body, key }, report) {
    const options = idsOf(body.options)
    checkIds(key.correct, options, { path: 'correct', report })
    checkIds(Object.keys(key.option_feedback), options, { path: 'option_feedback', report })
    if (key.correct.length === 0) report('correct', 'no_right_answer')
  },
  short_text: ({ key }, report) => checkAccepted(key.accepted, 'accepted', report),
  number: checkNumber,
  calculated: checkCalculated,
  matching: ({ body, key }, report) =>
    checkPairs({ pairs: key.pairs, from: body.prompts, to: body.choices }, report),
  ordering: checkOrdering,
  gaps: checkGaps,
  hotspot: checkHotspot,
  labelling: ({ body, key }, report) =>
    checkPairs({ pairs: key.pairs, from: body.spots, to: body.labels }, report),
  categorise: ({ body, key }, report) =>
    checkPairs({ pairs: key.pairs, from: body.items, to: body.categories }, report),
  matrix: checkMatrix,
  slider: checkSlider,
  code({ key }, report) {
    key.tests.forEach(({ expected }, at) => {
      if (!isJson(expected)) report(`tests.${at}.expected`, 'json_invalid')
    })
  },
}
