import { contrast, parseColor, toHex, type Color } from './color.ts'
import { nearestPassing } from './nearest-passing.ts'

/** The five colours that a school chooses, in the order of the form. */
export const colorNames = ['primary', 'accent', 'background', 'surface', 'text'] as const
export type ColorName = (typeof colorNames)[number]

/** Each as `#rrggbb`. */
export type Palette = Record<ColorName, string>

export interface ContrastIssue {
  /** The colour to change, and the colour that it must contrast with. */
  color: ColorName
  against: ColorName
  /** Actual contrast, to two decimals, and required contrast. */
  ratio: number
  needed: number
  /** Nearest colour that passes every rule of `color`; null if only the other colour can be changed. */
  nearest: string | null
}

export type PaletteCheck = { ok: true; palette: Palette } | { ok: false; issues: ContrastIssue[] }

/** Text needs 4.5:1; buttons and marks need 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const rules: readonly (readonly [ColorName, ColorName, number])[] = [
  ['text', 'background', 4.5],
  ['text', 'surface', 4.5],
  ['primary', 'background', 3],
  ['primary', 'surface', 3],
  ['accent', 'background', 3],
  ['accent', 'surface', 3],
]

/** Colours of the platform, and of a school that has not chosen any. */
export const defaultPalette: Palette = {
  primary: '#1f5f8b',
  accent: '#b4532a',
  background: '#fbfaf7',
  surface: '#ffffff',
  text: '#1b2733',
}

/** Whether every value is a valid colour. */
export const isPalette = (palette: Palette): boolean =>
  colorNames.every((name) => typeof palette[name] === 'string' && parseColor(palette[name]) !== null)

/** Returns the failing pairs, each with the nearest colour that passes. Throws if a colour is invalid. */
export function checkPalette(palette: Palette): PaletteCheck {
  const colors = parsePalette(palette)
  const issues = rules.flatMap(([color, against, needed]): ContrastIssue[] => {
    const ratio = contrast(colors[color], colors[against])
    if (ratio >= needed) return []
    const nearest = nearestFor(color, colors)
    return [
      { color, against, ratio: Math.floor(ratio * 100) / 100, needed, nearest: nearest && toHex(nearest) },
    ]
  })
  if (issues.length > 0) return { ok: false, issues }
  const normal = Object.fromEntries(colorNames.map((name) => [name, toHex(colors[name])])) as Palette
  return { ok: true, palette: normal }
}

/** Replaces each failing colour by the nearest that passes. The surface becomes the background if necessary. */
export function correctContrast(palette: Palette): Palette {
  const colors = { ...parsePalette(palette) }
  for (const name of ['text', 'primary', 'accent'] as const) {
    let nearest = nearestFor(name, colors)
    if (!nearest) {
      // No text colour contrasts with both a very light and a very dark background, so both become one.
      colors.surface = colors.background
      nearest = nearestFor(name, colors)
    }
    if (nearest) colors[name] = nearest
  }
  return Object.fromEntries(colorNames.map((name) => [name, toHex(colors[name])])) as Palette
}

function nearestFor(name: ColorName, colors: Record<ColorName, Color>): Color | null {
  const colorRules = rules.filter(([color]) => color === name)
  const ratio = Math.max(...colorRules.map(([, , needed]) => needed))
  return nearestPassing(
    colors[name],
    colorRules.map(([, against]) => colors[against]),
    ratio,
  )
}

/** Parses all colours of a palette. Throws `TypeError` for an invalid one. */
export function parsePalette(palette: Palette): Record<ColorName, Color> {
  const read = (name: ColorName) => {
    const color = parseColor(palette[name])
    if (!color) throw new TypeError(`${name} is not a colour: ${palette[name]}`)
    return color
  }
  return Object.fromEntries(colorNames.map((name) => [name, read(name)])) as Record<ColorName, Color>
}
