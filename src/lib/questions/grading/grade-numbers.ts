import type { AnswerOf, Variables } from '../answers.ts'
import type { BodyOf } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'
import {
  absolute,
  compareDecimals,
  decimalOf,
  multiply,
  parseDecimal,
  subtract,
  zero,
  type Decimal,
} from '../numbers/decimal.ts'
import { evaluateFormula } from '../numbers/formula.ts'
import { readNumber, splitUnit } from '../numbers/read-number.ts'
import { inBaseUnits, isSameDimension, normalise, parseUnit } from '../numbers/units.ts'
import { clamp, whole, type Grading, type NumberReading } from './grading.ts'

type Accepted = KeyOf<'number'>['accepted'][number]
type Body = BodyOf<'number'> | BodyOf<'calculated'>
type Answer = AnswerOf<'number'> | AnswerOf<'calculated'>

/** A calculated value has rounding errors of its own: a relative difference below this is none. */
const floatError = decimalOf(1e-9)

/** How the form reads an answer; a unit may stand behind the number if students write units. */
export function readAnswer(
  { unit_input }: Pick<Body, 'unit_input'>,
  answer: Pick<Answer, 'text' | 'unit'>,
): NumberReading {
  const { number, unit } = unit_input === 'typed' ? splitUnit(answer.text) : { number: answer.text, unit: '' }
  const units = [...new Set([unit, answer.unit.trim()])].filter((text) => text !== '')
  return { values: readNumber(number), unit: units.join(' ') }
}

/** A number and its unit; right if one of its readings is. */
export function gradeNumber(
  body: BodyOf<'number'>,
  key: KeyOf<'number'>,
  answer: AnswerOf<'number'>,
): Grading {
  const reading = readAnswer(body, answer)
  const fractions = key.accepted.map(
    (accepted) => accepted.fraction * fractionOf(accepted, reading, key.unit_penalty),
  )
  return { ...whole(Math.max(0, ...fractions)), reading }
}

/** The result of the formula with the variables of the attempt. */
export function gradeCalculated(
  body: BodyOf<'calculated'>,
  key: KeyOf<'calculated'>,
  { answer, variables }: { answer: AnswerOf<'calculated'>; variables: Variables },
): Grading {
  const reading = readAnswer(body, answer)
  const value = evaluateFormula(key.formula, variables)
  if (value === null) return { ...whole(null), reading }
  const { tolerance, tolerance_kind, unit, unit_penalty } = key
  const target = decimalOf(value)
  const limit = toleranceOf({ tolerance, tolerance_kind }, target)
  const least = multiply(absolute(target), floatError)
  const fraction = unitFraction({ target, limit: larger(limit, least), unit }, reading, unit_penalty)
  return { ...whole(fraction), reading }
}

/** A position of the slider. */
export function gradeSlider(
  body: BodyOf<'slider'>,
  key: KeyOf<'slider'>,
  answer: AnswerOf<'slider'>,
): Grading {
  const value = answer.value === null ? null : parseDecimal(answer.value)
  const [minimum, maximum] = [parseDecimal(body.minimum) ?? zero, parseDecimal(body.maximum) ?? zero]
  if (!value || compareDecimals(value, minimum) < 0 || compareDecimals(value, maximum) > 0) return whole(0)
  const distance = absolute(subtract(value, parseDecimal(key.value) ?? zero))
  return whole(compareDecimals(distance, parseDecimal(key.tolerance) ?? zero) <= 0 ? 1 : 0)
}

function fractionOf(accepted: Accepted, reading: NumberReading, penalty: number) {
  const target = parseDecimal(accepted.value) ?? zero
  return unitFraction({ target, limit: toleranceOf(accepted, target), unit: accepted.unit }, reading, penalty)
}

interface Target {
  target: Decimal
  /** Largest accepted difference, in `unit`. */
  limit: Decimal
  unit: string
}

/** A right value in a unit that converts is right; a right number with an incorrect or no unit costs the penalty. */
function unitFraction(target: Target, { values, unit }: NumberReading, penalty: number) {
  const decimals = values.flatMap((value) => parseDecimal(value) ?? [])
  const isSameUnit = target.unit === '' || normalise(unit) === normalise(target.unit)
  const isNear = decimals.some(
    (value) => compareDecimals(absolute(subtract(value, target.target)), target.limit) <= 0,
  )
  if (isNear && isSameUnit) return 1
  if (!isSameUnit && decimals.some((value) => isNearConverted(target, value, unit))) return 1
  return isNear ? clamp(1 - penalty) : 0
}

/** Compares in base units, multiplied by both divisors, so that nothing is rounded. */
function isNearConverted({ target, limit, unit: symbol }: Target, value: Decimal, answered: string) {
  const [unit, other] = [parseUnit(symbol), parseUnit(answered)]
  if (!unit || !other || !isSameDimension(unit, other)) return false
  const expected = multiply(inBaseUnits(target, unit), other.divisor)
  const actual = multiply(inBaseUnits(value, other), unit.divisor)
  const distance = absolute(subtract(actual, expected))
  return compareDecimals(distance, multiply(multiply(limit, unit.factor), other.divisor)) <= 0
}

function toleranceOf(
  { tolerance, tolerance_kind }: Pick<Accepted, 'tolerance' | 'tolerance_kind'>,
  target: Decimal,
) {
  const limit = absolute(parseDecimal(tolerance) ?? zero)
  return tolerance_kind === 'relative' ? multiply(limit, absolute(target)) : limit
}

const larger = (a: Decimal, b: Decimal) => (compareDecimals(a, b) < 0 ? b : a)
