import type { FontFamily } from './families.ts'

/** Metrics from the tables of a font, in its own units. */
export interface FontMetrics {
  unitsPerEm: number
  ascent: number
  descent: number
  lineGap: number
  glyphsForString(text: string): { advanceWidth: number }[]
}

interface SystemFont {
  /** Suffix of the family's name. */
  suffix: string
  /** Mean width of a character of `sample`, in em. */
  width: number
  locals: readonly string[]
}

/** Fonts of operating systems. Liberation has Arial's and Times' widths; Android has Roboto and Noto Serif. */
const systemFonts: Record<'sans' | 'serif', Record<'regular' | 'bold', readonly SystemFont[]>> = {
  sans: {
    regular: [
      { suffix: 'fallback', width: 0.4436, locals: ['Arial', 'Helvetica Neue', 'Liberation Sans'] },
      { suffix: 'Android', width: 0.4435, locals: ['Roboto'] },
    ],
    bold: [
      { suffix: 'fallback', width: 0.479, locals: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'] },
      { suffix: 'Android', width: 0.4487, locals: ['Roboto Bold', 'Roboto'] },
    ],
  },
  serif: {
    regular: [
      { suffix: 'fallback', width: 0.3966, locals: ['Times New Roman', 'Liberation Serif'] },
      { suffix: 'Android', width: 0.4756, locals: ['Noto Serif'] },
    ],
    bold: [
      {
        suffix: 'fallback',
        width: 0.4211,
        locals: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold'],
      },
      { suffix: 'Android', width: 0.4985, locals: ['Noto Serif Bold', 'Noto Serif'] },
    ],
  },
}

/** Letters and spaces with about the frequencies of English. */
export const sample =
  'the school opens its courses to all who want to learn and teachers answer their questions every day '

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

function meanWidth(font: FontMetrics) {
  const glyphs = font.glyphsForString(sample)
  return glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / glyphs.length / font.unitsPerEm
}

/** The weights of a family that have their own fallback. */
export const fallbackWeights = (family: FontFamily) => (family.weights.min < 600 ? [400, 700] : [700])

/**
 * `@font-face` rules that give a system font the size and height of `family`, so that nothing moves when it
 * loads.
 */
export function fallbackFaces(family: FontFamily, weights: ReadonlyMap<number, FontMetrics>): string[] {
  return [...weights].flatMap(([weight, font]) => {
    const width = meanWidth(font)
    const style = weight === 700 ? 'bold' : 'regular'
    return systemFonts[family.fallback][style].map((system) => {
      const scale = width / system.width
      const share = (units: number) => percent(units / font.unitsPerEm / scale)
      return [
        '@font-face {',
        `  font-family: '${family.name} ${system.suffix}';`,
        `  font-weight: ${weight};`,
        `  src: ${system.locals.map((name) => `local('${name}')`).join(', ')};`,
        `  size-adjust: ${percent(scale)};`,
        `  ascent-override: ${share(font.ascent)};`,
        `  descent-override: ${share(-font.descent)};`,
        `  line-gap-override: ${share(font.lineGap)};`,
        '}',
      ].join('\n')
    })
  })
}
