/** Red, green and blue from 0 to 1, gamma-encoded (sRGB). */
export type Color = readonly [red: number, green: number, blue: number]

/** Parses `#rgb` or `#rrggbb`; null for anything else. */
export function parseColor(text: string): Color | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1)
  if (!parts) return null
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16) / 255)
  return [red!, green!, blue!]
}

/** Returns `#rrggbb` in lower case. */
export const toHex = (color: Color): string =>
  `#${color
    .map((part) =>
      Math.round(clamp(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Rounds to eight bits per channel, which is what screens show and contrast checkers measure. */
export const roundColor = ([red, green, blue]: Color): Color => [
  eightBits(red),
  eightBits(green),
  eightBits(blue),
]

const eightBits = (part: number) => Math.round(clamp(part) * 255) / 255

const clamp = (part: number) => Math.min(1, Math.max(0, part))

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white). */
export const luminance = ([red, green, blue]: Color) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG 2 contrast ratio of two colours, 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Mixes two colours: share 0 returns `from`, 1 returns `to`. */
export const mix = (from: Color, to: Color, share: number): Color =>
  [0, 1, 2].map((index) => from[index]! + (to[index]! - from[index]!) * share) as unknown as Color

/** Lightness 0 to 1, chroma 0 to about 0.37, hue in radians. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Converts to OKLCH, where equal steps of lightness look equal (Björn Ottosson, 2020). */
export function toOklch([r, g, b]: Color): Oklch {
  const [red, green, blue] = [linear(r), linear(g), linear(b)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const opponent = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return { lightness, chroma: Math.hypot(a, opponent), hue: Math.atan2(opponent, a) }
}

/** Converts from OKLCH, with the chroma reduced to what sRGB can show. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Color {
  const [across, along] = [Math.cos(hue), Math.sin(hue)]
  const light = (share: number) => lightFromOklab(lightness, share * across, share * along)
  const fullChroma = light(chroma)
  if (shown(fullChroma)) return encoded(fullChroma)
  let low = 0
  let high = chroma
  for (let step = 0; step < 16; step++) {
    const half = (low + high) / 2
    if (shown(light(half))) low = half
    else high = half
  }
  return encoded(light(low)).map(clamp) as unknown as Color
}

/** Checked on linear light: encoding is slower and keeps the order. */
const shown = ([red, green, blue]: Color) => isShown(red) && isShown(green) && isShown(blue)
const isShown = (part: number) => part >= darkest && part <= brightest
const [darkest, brightest] = [linear(-0.0005), linear(1.0005)]

const encoded = ([red, green, blue]: Color): Color => [gamma(red), gamma(green), gamma(blue)]

/** Linear red, green and blue. */
function lightFromOklab(lightness: number, a: number, b: number): Color {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}
