import {
  contrast,
  fromOklch,
  luminance,
  mix,
  parseColor,
  roundColor,
  toHex,
  toOklch,
  type Color,
} from './color.ts'
import { nearestPassing, softOnColor } from './nearest-passing.ts'
import { correctContrast, parsePalette, type ColorName, type Palette } from './palette.ts'

/** The colours of one scheme by name, as `#rrggbb`. */
export type ThemeTokens = Record<string, string>

type Five = Record<ColorName, Color>

const signals: Record<string, Color> = {
  error: parseColor('#c92a2a')!,
  success: parseColor('#2b8a3e')!,
  warning: parseColor('#b35c00')!,
}

/**
 * Derives all tokens of the light and the dark scheme. A palette that fails the contrast rules is corrected
 * first.
 */
export function deriveThemeTokens(palette: Palette): { light: ThemeTokens; dark: ThemeTokens } {
  const five = parsePalette(correctContrast(palette))
  return { light: tokensOf(five), dark: tokensOf(isDark(five) ? five : darkened(five)) }
}

const isDark = ({ background }: Five) => luminance(background) < 0.18

/** The same hues on a dark background. */
function darkened({ primary, accent, background }: Five): Five {
  // A nearly white background has an accidental hue, so the primary colour tints the dark one.
  const tint = toOklch(background).chroma > 0.012 ? toOklch(background) : toOklch(primary)
  const ground = (lightness: number) =>
    roundColor(fromOklch({ lightness, chroma: Math.min(tint.chroma, 0.016), hue: tint.hue }))
  const grounds = [ground(0.2), ground(0.25)] as const
  const lifted = (color: Color) => {
    const { chroma, hue, lightness } = toOklch(color)
    const bright = fromOklch({ lightness: Math.max(lightness, 0.62), chroma, hue })
    return nearestPassing(bright, grounds, 3) ?? bright
  }
  return {
    primary: lifted(primary),
    accent: lifted(accent),
    background: grounds[0],
    surface: grounds[1],
    text: ground(0.94),
  }
}

function tokensOf(five: Five): ThemeTokens {
  const { background, surface, text } = five
  const grounds = [background, surface]
  const families: Record<string, Color> = {
    ...family('primary', five.primary, five),
    ...family('accent', five.accent, five),
  }
  for (const [name, color] of Object.entries(signals))
    Object.assign(families, family(name, nearestPassing(color, grounds, 4.5) ?? text, five))
  const raised = wash(surface, text, { color: text, share: 0.05 })
  const washes = Object.keys(families).filter((name) => name.endsWith('-soft'))
  const under = [...grounds, raised, ...washes.map((name) => families[name]!)]
  const tokens: Record<string, Color> = {
    background,
    surface,
    text,
    muted: nearestPassing(mix(text, background, 0.38), under, 4.5) ?? text,
    // Users find a field by its border, so it needs 3:1; a line only divides.
    border: nearestPassing(mix(background, text, 0.45), grounds, 3) ?? text,
    line: mix(background, text, 0.14),
    raised,
    ...ramp(background, surface, text),
    ...families,
    ...shades(five.primary),
  }
  return Object.fromEntries(Object.entries(tokens).map(([name, color]) => [name, toHex(color)]))
}

/** A colour, the text on it, a light background of it, and a variant that is readable as text. */
function family(name: string, color: Color, { background, surface, text }: Five): Record<string, Color> {
  const soft = wash(surface, text, { color, share: 0.12 })
  const on = softOnColor(color)
  const readable = nearestPassing(color, [background, surface, soft], 4.5) ?? text
  return {
    [name]: color,
    [`on-${name}`]: on,
    [`${name}-hover`]: hovered(color, on),
    [`${name}-soft`]: soft,
    [`${name}-text`]: readable,
  }
}

/** Mixes a colour into the surface as long as the text stays readable. */
function wash(surface: Color, text: Color, { color, share }: { color: Color; share: number }): Color {
  const tried = [share, share / 2, share / 4].map((part) => roundColor(mix(surface, color, part)))
  return tried.find((ground) => contrast(ground, text) >= 4.5) ?? surface
}

/** Moves away from the text colour, so that hovering never reduces contrast. */
function hovered(color: Color, on: Color): Color {
  const away: Color = luminance(on) > 0.5 ? [0, 0, 0] : [1, 1, 1]
  return roundColor(mix(color, away, 0.12))
}

/** Ten neutral steps from surface to text. */
function ramp(background: Color, surface: Color, text: Color): Record<string, Color> {
  const shares = [0.03, 0.06, 0.1, 0.16, 0.26, 0.42, 0.56, 0.68, 0.82, 0.94]
  const ground = contrast(background, text) < contrast(surface, text) ? background : surface
  return Object.fromEntries(shares.map((share, index) => [`neutral-${index}`, mix(ground, text, share)]))
}

/** Ten shades of the primary colour; the exact colour is number 7. */
function shades(primary: Color): Record<string, Color> {
  const white: Color = [1, 1, 1]
  const black: Color = [0, 0, 0]
  const lighter = [0.93, 0.84, 0.72, 0.6, 0.48, 0.34, 0.17]
  return Object.fromEntries([
    ...lighter.map((share, index) => [`primary-${index}`, mix(primary, white, share)]),
    ['primary-7', primary],
    ['primary-8', mix(primary, black, 0.15)],
    ['primary-9', mix(primary, black, 0.3)],
  ])
}
