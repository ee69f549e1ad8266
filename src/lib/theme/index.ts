export { contrast, parseColor, toHex, type Color } from './color.ts'
export { nearestPassing } from './nearest-passing.ts'
export {
  checkPalette,
  colorNames,
  correctContrast,
  defaultPalette,
  isPalette,
  type ColorName,
  type Palette,
  type PaletteCheck,
  type ContrastIssue,
} from './palette.ts'
export {
  defaultFontPair,
  fontPairNames,
  fontPairs,
  fontStack,
  isFontPairName,
  type FontPair,
  type FontPairName,
} from './font-pairs.ts'
export { deriveThemeTokens, type ThemeTokens } from './theme-tokens.ts'
export { defaultThemeCss, themeCss } from './theme-css.ts'
