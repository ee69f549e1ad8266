import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const families = ['primary', 'accent', 'error', 'success', 'warning'] as const
type Family = (typeof families)[number]

/** Colour names that Mantine uses with a meaning. */
const meanings: Record<string, Family> = {
  red: 'error',
  green: 'success',
  teal: 'success',
  yellow: 'warning',
  orange: 'warning',
  blue: 'primary',
}

const familyOf = (color: string | undefined): Family | undefined =>
  families.find((name) => name === color) ?? meanings[color ?? '']

/**
 * Filled, light, outline and subtle variants use the contrast-checked pairs of the school's theme, in both
 * schemes.
 */
const variantColors: VariantColorsResolver = (input) => {
  if (input.color === 'gray') return neutral(input)
  const family = familyOf(input.color ?? 'primary')
  if (!family) return defaultVariantColorsResolver(input)
  const line = '1px solid'
  const readable = `var(--ly-${family}-text)`
  const soft = `var(--ly-${family}-soft)`
  switch (input.variant) {
    case 'filled':
      return {
        background: `var(--ly-${family})`,
        hover: `var(--ly-${family}-hover)`,
        color: `var(--ly-on-${family})`,
        border: `${line} transparent`,
      }
    case 'light':
      return { background: soft, hover: soft, color: readable, border: `${line} ${soft}` }
    case 'outline':
      return { background: 'transparent', hover: soft, color: readable, border: `${line} ${readable}` }
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: input.variant === 'subtle' ? soft : 'transparent',
        color: readable,
        border: `${line} transparent`,
      }
    default:
      return defaultVariantColorsResolver(input)
  }
}

/** Grey uses the text and background colours of the page. */
const neutral: VariantColorsResolver = (input) => {
  const clear = { background: 'transparent', hover: 'var(--ly-raised)', color: 'var(--ly-text)' }
  switch (input.variant) {
    case 'filled':
      return {
        background: 'var(--ly-text)',
        hover: 'var(--ly-text)',
        color: 'var(--ly-background)',
        border: '1px solid transparent',
      }
    case 'light':
      return { ...clear, background: 'var(--ly-raised)', border: '1px solid transparent' }
    case 'outline':
      return { ...clear, border: '1px solid var(--ly-border)' }
    case 'subtle':
    case 'transparent':
      return { ...clear, border: '1px solid transparent' }
    default:
      return defaultVariantColorsResolver(input)
  }
}

const shades = (name: string) =>
  Array.from(
    { length: 10 },
    (_, index) => `var(--mantine-color-${name}-${index})`,
  ) as unknown as MantineColorsTuple

const signal = (name: Family) =>
  Array.from({ length: 10 }, () => `var(--ly-${name})`) as unknown as MantineColorsTuple

/** The exact colour is shade 7 in both schemes; the theme provides the text colour on it. */
export const mantineTheme = createTheme({
  primaryColor: 'primary',
  primaryShade: 7,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'var(--ly-font)',
  variantColorResolver: variantColors,
  colors: {
    primary: Array.from({ length: 10 }, (_, i) => `var(--ly-primary-${i})`) as unknown as MantineColorsTuple,
    accent: signal('accent'),
    error: signal('error'),
    success: signal('success'),
    warning: signal('warning'),
    gray: shades('gray'),
    dark: shades('dark'),
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', allowDeselect: false } },
    MultiSelect: { defaultProps: { size: 'md' } },
    // An open list stays when the page moves its field behind a header: the person is about to choose.
    Combobox: { defaultProps: { hideDetached: false } },
    // Text is sure to be readable on the palette's own backgrounds only.
    Pill: { styles: { root: { background: 'var(--ly-raised)', border: '1px solid var(--ly-line)' } } },
    Checkbox: {
      defaultProps: { size: 'md' },
      vars: () => ({ root: { '--checkbox-icon-color': 'var(--ly-on-primary)' } }),
    },
    Radio: {
      defaultProps: { size: 'md' },
      vars: () => ({ root: { '--radio-icon-color': 'var(--ly-on-primary)' } }),
    },
    Switch: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 600, size: 'lg', radius: 'sm' } },
    Avatar: { defaultProps: { color: 'primary', variant: 'light' } },
    // A menu contains only items; an empty element that takes the focus first would break this.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Loader: { defaultProps: { type: 'dots' } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
    },
    Paper: { defaultProps: { bg: 'var(--ly-surface)' } },
    Card: { defaultProps: { bg: 'var(--ly-surface)' } },
  },
})
