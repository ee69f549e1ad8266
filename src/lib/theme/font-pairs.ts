/** The pairs of heading and body fonts that a school chooses from. `src/ui/fonts` holds the files. */
export const fontPairNames = ['clear', 'modern', 'friendly', 'classic', 'literary'] as const
export type FontPairName = (typeof fontPairNames)[number]

export interface FontPair {
  heading: string
  body: string
}

export const fontPairs: Record<FontPairName, FontPair> = {
  clear: { heading: 'Inter', body: 'Inter' },
  modern: { heading: 'Plus Jakarta Sans', body: 'Inter' },
  friendly: { heading: 'Nunito', body: 'Nunito Sans' },
  classic: { heading: 'Source Serif 4', body: 'Source Sans 3' },
  literary: { heading: 'EB Garamond', body: 'Noto Sans' },
}

export const defaultFontPair: FontPairName = 'clear'

/** Whether `name` is the name of a font pair. */
export const isFontPairName = (name: string): name is FontPairName =>
  (fontPairNames as readonly string[]).includes(name)

const serifHeadings = new Set(['Source Serif 4', 'EB Garamond'])

/** Arabic and Ethiopic letters come from one family each, whatever the pair. */
const otherScripts = "'Vazirmatn','Noto Sans Ethiopic'"

/**
 * A CSS `font-family`: the font itself, system fonts with the same metrics, fonts of other scripts, then
 * generic fonts.
 */
export function fontStack(family: string): string {
  const generic = serifHeadings.has(family) ? 'Georgia,serif' : "system-ui,'Noto Sans',sans-serif"
  return `'${family}','${family} fallback','${family} Android',${otherScripts},${generic}`
}

/** The variables `--ly-font` and `--ly-font-headings` as CSS declarations. */
export function fontDeclarations(name: FontPairName): string {
  const { heading, body } = fontPairs[name]
  return `--ly-font:${fontStack(body)};--ly-font-headings:${fontStack(heading)}`
}
