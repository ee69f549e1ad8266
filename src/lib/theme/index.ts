export { contrast, parseColor, toHex, type Color } from './color.ts'
export { nearestPassing } from './nearest-passing.ts'
export {
  checkPalette,
  colorNames,
  corrected,
  defaultPalette,
  isPalette,
  type ColorName,
  type Palette,
  type PaletteCheck,
  type PaletteFault,
} from './palette.ts'
export { deriveTokens, type Tokens } from './tokens.ts'
export { defaultThemeCss, themeCss } from './theme-css.ts'
