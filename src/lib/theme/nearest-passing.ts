import { contrast, fromOklch, mix, roundColor, toOklch, type Color } from './color.ts'

const white: Color = [1, 1, 1]
const black: Color = [0, 0, 0]

const passes = (color: Color, against: readonly Color[], ratio: number) =>
  against.every((other) => contrast(color, other) >= ratio)

/**
 * Returns the colour nearest to `color`, with the same hue, that reaches the contrast `ratio` against every
 * colour of `against`; null if none exists, as between black and white.
 */
export function nearestPassing(color: Color, against: readonly Color[], ratio: number): Color | null {
  const start = roundColor(color)
  if (passes(start, against, ratio)) return start
  const found = [black, white]
    .map((end) => towards(start, end, { against, ratio }))
    .filter((candidate) => candidate !== null)
    .toSorted((one, other) => one.distance - other.distance)
  return found[0]?.color ?? null
}

/** Small steps, because contrast does not grow steadily: beyond `against` it falls first. */
function towards(start: Color, end: Color, { against, ratio }: { against: readonly Color[]; ratio: number }) {
  const { lightness, chroma, hue } = toOklch(start)
  const target = end === white ? 1 : 0
  const steps = 200
  for (let step = 1; step <= steps; step++) {
    const next = lightness + ((target - lightness) * step) / steps
    const color = step === steps ? end : roundColor(fromOklch({ lightness: next, chroma, hue }))
    if (passes(color, against, ratio)) return { color, distance: Math.abs(next - lightness) }
  }
  return null
}

/** Returns white or black, whichever has more contrast on `color`: always at least 4.58:1. */
export function onColor(color: Color): Color {
  return contrast(color, white) >= contrast(color, black) ? white : black
}

/** Returns near white or near black, tinted with the hue of `color` where that still reaches 4.5:1. */
export function softOnColor(color: Color): Color {
  const hard = onColor(color)
  const soft = roundColor(mix(hard, color, 0.06))
  return contrast(soft, color) >= 7 ? soft : hard
}
