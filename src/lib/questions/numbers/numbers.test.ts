import { describe, expect, test } from 'vitest'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import { createRandom } from '../random.ts'
import { add, compareDecimals, decimalText, multiply, parseDecimal, subtract } from './decimal.ts'
import { checkFormula, evaluateFormula, parseFormula } from './formula.ts'
import { readNumber, splitUnit } from './read-number.ts'
import { parseUnit } from './units.ts'
import { drawVariables, fillBody, fillVariables } from './variables.ts'

test.each<[string, string[]]>([
  ['1,5', ['1.5']],
  ['1.5', ['1.5']],
  ['١٫٥', ['1.5']],
  ['۱٫۵', ['1.5']],
  ['१.५', ['1.5']],
  ['−3', ['-3']],
  ['+3', ['3']],
  ['\u200e-٣\u200f', ['-3']],
  ['1.234', ['1.234', '1234']],
  ['1,234', ['1.234', '1234']],
  ['٬', []],
  ['١٬٢٣٤٫٥', ['1234.5']],
  ['0.234', ['0.234']],
  ['1.2345', ['1.2345']],
  ['1 234,5', ['1234.5']],
  ['1\u202f234\u00a0567', ['1234567']],
  ['1,234.5', ['1234.5']],
  ['1.234.567,89', ['1234567.89']],
  ['12,34,567', ['1234567']],
  ["1'234", ['1234']],
  ['1,2,3', []],
  ['1.2.3', []],
  ['.5', ['0.5']],
  ['5.', ['5']],
  ['007', ['7']],
  ['1.5e3', ['1.5e3']],
  ['1,5×10^-3', ['1.5e-3']],
  ['1.5 · 10⁻¹²', ['1.5e-12']],
  ['', []],
  ['-', []],
  ['1/2', []],
  ['1e9999', []],
  ['five', []],
  ['1'.repeat(101), []],
])('reads %j as %j', (text, expected) => {
  expect(readNumber(text)).toEqual(expected)
})

test.each([
  ['5 km', '5', 'km'],
  ['1,5m/s', '1,5', 'm/s'],
  ['٥ م', '٥', 'م'],
  ['3×10³ m²', '3×10³', 'm²'],
  ['20', '20', ''],
  ['km', 'km', ''],
  ['1.2.3', '1.2.3', ''],
])('separates the unit of %j', (text, number, unit) => {
  expect(splitUnit(text)).toEqual({ number, unit })
})

describe('decimals', () => {
  test('are exact', () => {
    const [a, b] = [parseDecimal('0.1')!, parseDecimal('0.2')!]
    expect(decimalText(add(a, b))).toBe('0.3')
    expect(decimalText(multiply(a, b))).toBe('0.02')
    expect(decimalText(subtract(a, b))).toBe('-0.1')
    expect(compareDecimals(parseDecimal('1e2')!, parseDecimal('100.00')!)).toBe(0)
  })
  test('agree with whole numbers for 2,000 random pairs', () => {
    const random = randomIntegers(3)
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [random(-9e6, 9e6), random(-9e6, 9e6)]
      const [x, y] = [parseDecimal(`${a}e-3`)!, parseDecimal(String(b / 1000))!]
      expect(decimalText(add(x, y))).toBe(String((a + b) / 1000))
      expect(compareDecimals(x, y)).toBe(Math.sign(a - b))
    }
  })
  test.each(['', '-', '1e999', 'NaN', '1.2.3', ' 1'])('rejects %j', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })
})

test.each(['m', 'km', 'm/s', 'm/s^2', 'm·s⁻²', 'kg*m^2', 'µg', 'kWh', '°C', 'l', '1/s', 'mi'])(
  'reads the unit %j',
  (symbol) => {
    expect(parseUnit(symbol)).not.toBeNull()
  },
)
test.each(['', 'apples', 'constructor', 'kconstructor', 'm/', '°C/s', 'm^99', 'toString', '__proto__'])(
  'does not read the unit %j',
  (symbol) => {
    expect(parseUnit(symbol)).toBeNull()
  },
)

test.each<[string, number]>([
  ['1 + 2 * 3', 7],
  ['-2^2', -4],
  ['2^3^2', 512],
  ['2^-1', 0.5],
  ['(1 + 2) × 3 ÷ 2', 4.5],
  ['{a} − b', -2],
  ['sqrt(16) + abs(-3)', 7],
  ['max(1; 5, 3) - min(2, 4)', 3],
  ['round(1.005, 2)', 1.01],
  ['round(-2.5)', -3],
  ['mod(-1, 3)', 2],
  ['log(1000) + ln(e)', 4],
  ['2*pi', 2 * Math.PI],
  ['1.5e2', 150],
])('evaluates %j to %d', (formula, expected) => {
  expect(evaluateFormula(formula, { a: '3', b: '5' })).toBeCloseTo(expected, 12)
})

test.each<[string, string, number]>([
  ['', 'syntax', 0],
  ['1 +', 'syntax', 3],
  ['1 $ 2', 'syntax', 2],
  ['(1', 'syntax', 2],
  ['f(1)', 'unknown_name', 0],
  ['1 + c', 'unknown_name', 4],
  ['constructor(1)', 'unknown_name', 0],
  ['a.b', 'syntax', 1],
  ['a["x"]', 'syntax', 1],
  ['sqrt(1, 2)', 'argument_count', 0],
  ['1+'.repeat(300) + '1', 'too_long', 201],
  ['('.repeat(200), 'too_long', 61],
  ['1'.repeat(1_001), 'too_long', 1_000],
])('reports the problem of %#', (formula, problem, position) => {
  expect(checkFormula(formula, ['a'])).toEqual({ problem, position })
})
test('a valid formula has no problem', () => {
  expect(checkFormula('2*{a} + pi', ['a'])).toBeNull()
})
test.each(['1/0', '0/0', 'sqrt(-1)', '10^999', 'missing', 'toString', '__proto__'])(
  '%j has no value',
  (formula) => {
    expect(evaluateFormula(formula, {})).toBeNull()
  },
)

test('100,000 random formulas give a number or null, and reach nothing but numbers', () => {
  const random = randomIntegers(7)
  const tokens =
    '0 1 2 9.5 1e3 a {a} b + - * / ^ ( ) , ; sqrt( max( round( pi e constructor __proto__ this process . [ ] " $ { } => ! = \\ \u2212 ×'.split(
      ' ',
    )
  let values = 0
  const others: string[] = []
  for (let round = 0; round < 100_000; round++) {
    const formula = Array.from({ length: random(1, 24) }, () => tokens[random(0, tokens.length - 1)]).join('')
    const value = evaluateFormula(formula, { a: '2', b: '-1.5' })
    if (value === null) continue
    values++
    if (!Number.isFinite(value)) others.push(formula)
  }
  expect(others).toEqual([])
  expect(values).toBeGreaterThan(1_000)
})

test('bounds the work of the longest formulas', () => {
  for (const piece of ['-', '(', 'sqrt(', '2^', '1+', 'max(1,', '{a}*', ' ', '9', 'e'])
    for (const length of [500, 1_000]) {
      const parsed = parseFormula(piece.repeat(Math.floor(length / piece.length)))
      expect('problem' in parsed || parsed.variables.size <= 1).toBe(true)
    }
})

const calculated = (formula: string, ...variables: [string, string, number][]) => ({
  type: 'calculated' as const,
  variables: variables.map(([minimum, maximum, decimals], index) => ({
    name: 'ab'[index]!,
    minimum,
    maximum,
    decimals,
  })),
  formula,
  tolerance: '0',
  tolerance_kind: 'absolute' as const,
  unit: '',
  unit_penalty: 0,
  feedback: { general: '', correct: '', incorrect: '' },
  hints: [],
})

test('draws variables in their range, with their decimals, the same for the same seed', () => {
  const key = calculated('a/b', ['-1.25', '2', 2], ['0', '1', 0])
  const drawn = Array.from({ length: 500 }, (_, seed) => drawVariables(key, createRandom(`seed ${seed}`)))
  for (const { a, b } of drawn) {
    expect(a).toMatch(/^-?\d\.\d\d$/)
    expect(Number(a)).toBeGreaterThanOrEqual(-1.25)
    expect(Number(a)).toBeLessThanOrEqual(2)
    // A division by zero is drawn again.
    expect(b).toBe('1')
  }
  expect(new Set(drawn.map(({ a }) => a)).size).toBeGreaterThan(200)
  expect(drawVariables(key, createRandom('seed 1'))).toEqual(drawn[1])
})

test('draws variables by steps from the minimum on', () => {
  const key = calculated('a', ['2.5', '10', 1])
  const stepped = { ...key, variables: [{ ...key.variables[0]!, step: '2.5' }] }
  const drawn = Array.from(
    { length: 200 },
    (_, seed) => drawVariables(stepped, createRandom(`seed ${seed}`)).a,
  )
  expect(new Set(drawn)).toEqual(new Set(['2.5', '5.0', '7.5', '10.0']))
})

test('names variables of a passage after their question', () => {
  const key = { type: 'passage' as const, questions: { first1: calculated('a', ['3', '3', 0]) } }
  const variables = drawVariables(key, createRandom('x'))
  expect(variables).toEqual({ 'first1.a': '3' })
  const text = '{a} cows'
  const simple = { type: 'calculated' as const, text, unit_input: 'none' as const, units: [] }
  const body = { type: 'passage' as const, text, questions: [{ id: 'first1', weight: 1, body: simple }] }
  expect(fillBody(body, variables)).toMatchObject({ text, questions: [{ body: { text: '3 cows' } }] })
})

test('fills only the variables that exist', () => {
  expect(fillVariables('{a} + {b} {c d} {constructor}', { a: '-1.50', b: '2' })).toBe(
    '-1.50 + 2 {c d} {constructor}',
  )
})
