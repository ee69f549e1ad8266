import { luminance, parseColor } from './color.ts'
import { defaultFontPair, fontDeclarations, type FontPairName } from './font-pairs.ts'
import { defaultPalette, type Palette } from './palette.ts'
import { deriveThemeTokens, type ThemeTokens } from './theme-tokens.ts'

/**
 * Returns CSS variables `--ly-…`: the fonts, and the colours of both schemes. The attribute `data-mantine-color-scheme` of the page selects
 * the scheme; `data-scheme="auto"` follows the system without a script.
 */
export function themeCss(palette: Palette, fontPair: FontPairName = defaultFontPair): string {
  const { light, dark } = deriveThemeTokens(palette)
  const night = declarations(dark)
  return [
    `:root{${fontDeclarations(fontPair)};${declarations(light)}}`,
    `:root[data-mantine-color-scheme="dark"]{${night}}`,
    `@media (prefers-color-scheme:dark){:root[data-scheme="auto"]{${night}}}`,
  ].join('')
}

const declarations = (tokens: ThemeTokens) =>
  [
    `color-scheme:${luminance(parseColor(tokens.background!)!) < 0.18 ? 'dark' : 'light'}`,
    ...Object.entries(tokens).map(([name, color]) => `--ly-${name}:${color}`),
  ].join(';')

export const defaultThemeCss = themeCss(defaultPalette)
