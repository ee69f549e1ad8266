import { multiply, add, parseDecimal, zero, type Decimal } from './decimal.ts'
import { toLatin } from './read-number.ts'

/** Exponents of the base units, such as `{ m: 1, s: -1 }`. */
type Dimension = Record<string, number>
/** Value in base units = (value + offset) × factor / divisor. */
export interface Unit {
  dimension: Dimension
  factor: Decimal
  divisor: Decimal
  offset: Decimal
}

const decimal = (text: string) => parseDecimal(text)!
const one = decimal('1')

const prefixes: Record<string, string> = {
  p: '1e-12',
  n: '1e-9',
  µ: '1e-6',
  u: '1e-6',
  m: '1e-3',
  c: '1e-2',
  d: '1e-1',
  h: '1e2',
  k: '1e3',
  M: '1e6',
  G: '1e9',
  T: '1e12',
}

/** Units that take prefixes: dimension and factor. */
const metric: Record<string, [Dimension, string]> = {
  m: [{ m: 1 }, '1'],
  g: [{ kg: 1 }, '1e-3'],
  s: [{ s: 1 }, '1'],
  A: [{ A: 1 }, '1'],
  K: [{ K: 1 }, '1'],
  mol: [{ mol: 1 }, '1'],
  cd: [{ cd: 1 }, '1'],
  l: [{ m: 3 }, '1e-3'],
  L: [{ m: 3 }, '1e-3'],
  N: [{ kg: 1, m: 1, s: -2 }, '1'],
  J: [{ kg: 1, m: 2, s: -2 }, '1'],
  W: [{ kg: 1, m: 2, s: -3 }, '1'],
  Wh: [{ kg: 1, m: 2, s: -2 }, '3600'],
  Pa: [{ kg: 1, m: -1, s: -2 }, '1'],
  bar: [{ kg: 1, m: -1, s: -2 }, '1e5'],
  Hz: [{ s: -1 }, '1'],
  C: [{ A: 1, s: 1 }, '1'],
  V: [{ kg: 1, m: 2, s: -3, A: -1 }, '1'],
  Ω: [{ kg: 1, m: 2, s: -3, A: -2 }, '1'],
  F: [{ kg: -1, m: -2, s: 4, A: 2 }, '1'],
  T: [{ kg: 1, s: -2, A: -1 }, '1'],
  H: [{ kg: 1, m: 2, s: -2, A: -2 }, '1'],
  eV: [{ kg: 1, m: 2, s: -2 }, '1.602176634e-19'],
  cal: [{ kg: 1, m: 2, s: -2 }, '4.184'],
  t: [{ kg: 1 }, '1000'],
  B: [{ B: 1 }, '1'],
}

/** Units without prefixes. */
const others: Record<string, [Dimension, string]> = {
  min: [{ s: 1 }, '60'],
  h: [{ s: 1 }, '3600'],
  d: [{ s: 1 }, '86400'],
  ha: [{ m: 2 }, '1e4'],
  in: [{ m: 1 }, '0.0254'],
  ft: [{ m: 1 }, '0.3048'],
  yd: [{ m: 1 }, '0.9144'],
  mi: [{ m: 1 }, '1609.344'],
  mph: [{ m: 1, s: -1 }, '0.44704'],
  oz: [{ kg: 1 }, '0.028349523125'],
  lb: [{ kg: 1 }, '0.45359237'],
  gal: [{ m: 3 }, '0.003785411784'],
  atm: [{ kg: 1, m: -1, s: -2 }, '101325'],
  '%': [{}, '0.01'],
}

const kelvin: Dimension = { K: 1 }
/** Temperatures with an offset cannot be part of a product. */
const temperatures: Record<string, Unit> = {
  '°C': { dimension: kelvin, factor: one, divisor: one, offset: decimal('273.15') },
  '°F': { dimension: kelvin, factor: decimal('5'), divisor: decimal('9'), offset: decimal('459.67') },
}

/** The unit of a symbol such as `km`, `m/s`, `kg·m^2` or `°C`; null for everything that is not listed. */
export function parseUnit(symbol: string): Unit | null {
  const text = normalise(symbol)
  if (text === '' || text.length > 30) return null
  if (Object.hasOwn(temperatures, text)) return temperatures[text]!
  const [numerator = '', ...denominators] = text.split('/')
  let unit: Unit | null = { dimension: {}, factor: one, divisor: one, offset: zero }
  if (numerator !== '1') unit = product(unit, numerator, 1)
  for (const denominator of denominators) unit = unit && product(unit, denominator, -1)
  return unit
}

/** Whether both measure the same, such as `km` and `ft`. */
export function isSameDimension(a: Unit, b: Unit) {
  const names = new Set([...Object.keys(a.dimension), ...Object.keys(b.dimension)])
  return [...names].every((name) => (a.dimension[name] ?? 0) === (b.dimension[name] ?? 0))
}

/** Numerator of a value in base units, whose denominator is `unit.divisor`. */
export const inBaseUnits = (value: Decimal, unit: Unit) => multiply(add(value, unit.offset), unit.factor)

/** One spelling of a unit's symbol: micro, ohm and degree signs, `**` and superscripts as `^`, `·` between factors. */
export const normalise = (symbol: string) =>
  toLatin(symbol)
    .replace(/\*\*/g, '^')
    .replace(/μ/g, 'µ')
    .replace(/Ω|ohm/g, 'Ω')
    .replace(/℃|º ?C|° C/g, '°C')
    .replace(/℉|º ?F|° F/g, '°F')
    .replace(/ ?\/ ?/g, '/')
    .replace(/ ?[*×⋅. ] ?/g, '·')

function product(unit: Unit, text: string, sign: 1 | -1): Unit | null {
  let result: Unit | null = unit
  for (const factor of text.split('·')) {
    const match = /^([^\d^-]+)\^?(-?[1-9])?$/.exec(factor)
    const base = match && listedUnit(match[1]!)
    if (!base || !result) return null
    result = withPower(result, base, sign * Number(match[2] ?? 1))
  }
  return result
}

function withPower(unit: Unit, [dimension, factor]: [Dimension, Decimal], power: number): Unit {
  const combined = { ...unit.dimension }
  for (const [name, exponent] of Object.entries(dimension))
    combined[name] = (combined[name] ?? 0) + exponent * power
  let { factor: product, divisor } = unit
  for (let times = Math.abs(power); times > 0; times--) {
    if (power > 0) product = multiply(product, factor)
    else divisor = multiply(divisor, factor)
  }
  return { dimension: combined, factor: product, divisor, offset: zero }
}

function listedUnit(symbol: string): [Dimension, Decimal] | null {
  const listed = Object.hasOwn(others, symbol)
    ? others[symbol]
    : Object.hasOwn(metric, symbol) && metric[symbol]
  if (listed) return [listed[0], decimal(listed[1])]
  const [prefix, base] = [symbol.slice(0, 1), symbol.slice(1)]
  if (!Object.hasOwn(prefixes, prefix) || !Object.hasOwn(metric, base)) return null
  const [dimension, factor] = metric[base]!
  return [dimension, multiply(decimal(prefixes[prefix]!), decimal(factor))]
}
