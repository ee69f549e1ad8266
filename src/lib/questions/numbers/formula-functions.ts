export interface MathFunction {
  call: (...operands: number[]) => number
  minimum: number
  maximum: number
}

const unary = (call: (value: number) => number): MathFunction => ({
  call: (value) => call(value!),
  minimum: 1,
  maximum: 1,
})
const several = (call: (...operands: number[]) => number): MathFunction => ({ call, minimum: 1, maximum: 20 })
const degrees = 180 / Math.PI

/** Rounds half away from zero to a number of decimals, without the error of binary fractions in 1.005. */
function round(value: number, decimals = 0) {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 15) return Number.NaN
  const scaled = Number(`${Math.abs(value)}e${decimals}`)
  if (Number.isNaN(scaled)) return Number(value.toFixed(decimals))
  return Math.sign(value) * Number(`${Math.round(scaled)}e-${decimals}`)
}

/** Functions of formulas, by name. Angles are in radians; `log` has the base 10, `ln` the base e. */
export const functions: Record<string, MathFunction> = {
  abs: unary(Math.abs),
  sqrt: unary(Math.sqrt),
  cbrt: unary(Math.cbrt),
  exp: unary(Math.exp),
  ln: unary(Math.log),
  log: unary(Math.log10),
  log10: unary(Math.log10),
  log2: unary(Math.log2),
  sin: unary(Math.sin),
  cos: unary(Math.cos),
  tan: unary(Math.tan),
  asin: unary(Math.asin),
  acos: unary(Math.acos),
  atan: unary(Math.atan),
  sinh: unary(Math.sinh),
  cosh: unary(Math.cosh),
  tanh: unary(Math.tanh),
  deg: unary((radians) => radians * degrees),
  rad: unary((angle) => angle / degrees),
  floor: unary(Math.floor),
  ceil: unary(Math.ceil),
  sign: unary(Math.sign),
  round: { call: (value, decimals) => round(value!, decimals), minimum: 1, maximum: 2 },
  atan2: { call: (y, x) => Math.atan2(y!, x!), minimum: 2, maximum: 2 },
  pow: { call: (base, exponent) => base! ** exponent!, minimum: 2, maximum: 2 },
  mod: { call: (a, b) => a! - b! * Math.floor(a! / b!), minimum: 2, maximum: 2 },
  min: several(Math.min),
  max: several(Math.max),
}
