import type { Variables } from '../answers.ts'
import type { QuestionBody } from '../bodies.ts'
import type { KeyOf, QuestionKey } from '../keys.ts'
import type { Random } from '../random.ts'
import { decimalText, multiply, parseDecimal, zero } from './decimal.ts'
import { evaluateFormula, parseFormula } from './formula.ts'

type Variable = KeyOf<'calculated'>['variables'][number]

/**
 * Draws the variables of a calculated question for one attempt, as decimal texts with the declared number of decimals.
 * Those of a passage are named `questionId.name`; other types have none. Draws again, up to 100 times, while the formula
 * has no finite value, as in a division by zero.
 */
export function drawVariables(key: QuestionKey, random: Random): Variables {
  if (key.type === 'calculated') return drawCalculated(key, random)
  if (key.type !== 'passage') return {}
  return Object.fromEntries(
    Object.entries(key.questions).flatMap(([id, simple]) =>
      Object.entries(drawVariables(simple, random)).map(([name, value]) => [`${id}.${name}`, value]),
    ),
  )
}

/** Variables of one question of a passage, without the prefix of its id. */
export const variablesOf = (variables: Variables, questionId: string): Variables =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      name.startsWith(`${questionId}.`) ? [[name.slice(questionId.length + 1), value]] : [],
    ),
  )

function drawCalculated(key: KeyOf<'calculated'>, random: Random): Variables {
  const formula = parseFormula(key.formula)
  let drawn: Variables = {}
  for (let tries = 0; tries < 100; tries++) {
    drawn = Object.fromEntries(key.variables.map((variable) => [variable.name, draw(variable, random)]))
    if ('problem' in formula || evaluateFormula(formula, drawn) !== null) break
  }
  return drawn
}

/**
 * A uniform draw from the minimum to the maximum: among the multiples of 10^−decimals, or by the steps from the minimum
 * on. A step that is finer than the decimals counts as the smallest one that they show.
 */
function draw({ minimum, maximum, decimals, step: distance }: Variable, random: Random) {
  const [first, last] = [stepsOf(minimum, decimals, 'up'), stepsOf(maximum, decimals, 'down')]
  const stepUnits = distance === undefined ? 0n : stepsOf(distance, decimals, 'up')
  const size = stepUnits > 0n ? stepUnits : 1n
  const count = (last - first) / size + 1n
  // 2^53 draws are enough: a larger range keeps steps that are never drawn.
  const step = count > 1n ? (BigInt(Math.floor(random() * 2 ** 53)) * count) >> 53n : 0n
  return fixed(first + step * size, decimals)
}

function stepsOf(text: string, decimals: number, rounding: 'up' | 'down') {
  const { units, scale } = multiply(parseDecimal(text) ?? zero, { units: 10n ** BigInt(decimals), scale: 0 })
  const size = 10n ** BigInt(scale)
  const quotient = units / size
  const remainder = units % size
  if (remainder === 0n) return quotient
  if (rounding === 'up') return remainder > 0n ? quotient + 1n : quotient
  return remainder < 0n ? quotient - 1n : quotient
}

function fixed(units: bigint, decimals: number) {
  const [whole = '', fraction = ''] = decimalText({ units, scale: decimals }).split('.')
  return decimals > 0 ? `${whole}.${fraction.padEnd(decimals, '0')}` : whole
}

/** Replaces `{a}` in a text by the value of the variable `a`; other braces stay. */
export const fillVariables = (text: string, variables: Variables) =>
  text.replace(/\{([a-z][a-z0-9_]{0,19})\}/g, (braced, name: string) =>
    Object.hasOwn(variables, name) ? variables[name]! : braced,
  )

/** The question with the values of an attempt in the texts of its calculated questions. */
export function fillBody<Body extends QuestionBody>(body: Body, variables: Variables): Body {
  if (body.type === 'calculated') return { ...body, text: fillVariables(body.text, variables) }
  if (body.type !== 'passage') return body
  const questions = body.questions.map((question) => ({
    ...question,
    body: fillBody(question.body, variablesOf(variables, question.id)),
  }))
  return { ...body, questions }
}
