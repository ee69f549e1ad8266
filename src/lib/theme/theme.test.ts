import { expect, test } from 'vitest'
import { contrast, fromOklch, parseColor, toHex, toOklch } from './color.ts'
import {
  checkPalette,
  correctContrast,
  defaultPalette,
  nearestPassing,
  themeCss,
  type Palette,
} from './index.ts'
import { deriveThemeTokens } from './theme-tokens.ts'

const color = (hex: string) => parseColor(hex)!

/** A seeded generator, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function randomPalette(roll: () => number): Palette {
  const any = () =>
    `#${Math.floor(roll() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
  return { primary: any(), accent: any(), background: any(), surface: any(), text: any() }
}

test('parses both notations of colours and rejects anything else', () => {
  expect(toHex(color('#abc'))).toBe('#aabbcc')
  expect(toHex(color(' #A1B2C3 '))).toBe('#a1b2c3')
  for (const invalid of ['', 'red', '#12', '#12345', '#gggggg', 'url(#fff)', '#fff;}', '#ffffff00'])
    expect(parseColor(invalid)).toBeNull()
})

test('computes contrast as WCAG does', () => {
  expect(contrast(color('#000'), color('#fff'))).toBeCloseTo(21, 5)
  expect(contrast(color('#777777'), color('#ffffff'))).toBeCloseTo(4.478, 3)
  expect(contrast(color('#fff'), color('#777777'))).toBe(contrast(color('#777777'), color('#fff')))
})

test('restores the same colour from OKLCH', () => {
  for (const hex of ['#1f5f8b', '#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000', '#c0ffee'])
    expect(toHex(fromOklch(toOklch(color(hex))))).toBe(hex)
})

test('keeps a colour that passes and moves a failing one as little as possible', () => {
  expect(toHex(nearestPassing(color('#333333'), [color('#ffffff')], 4.5)!)).toBe('#333333')
  const moved = nearestPassing(color('#999999'), [color('#ffffff')], 4.5)!
  expect(contrast(moved, color('#ffffff'))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(moved, color('#ffffff'))).toBeLessThan(4.8)
  expect(nearestPassing(color('#888888'), [color('#000000'), color('#ffffff')], 6)).toBeNull()
})

test('reports a failing pair with the nearest colour that passes', () => {
  const check = checkPalette({ ...defaultPalette, text: '#b9c0c7' })
  if (check.ok) throw new Error('Pale text on white must fail')
  expect(check.issues[0]).toMatchObject({ color: 'text', against: 'background', needed: 4.5 })
  expect(check.issues[0]!.ratio).toBeLessThan(4.5)
  expect(checkPalette({ ...defaultPalette, text: check.issues[0]!.nearest! })).toMatchObject({ ok: true })
})

test('returns the default palette unchanged', () => {
  expect(checkPalette({ ...defaultPalette, surface: '#FFF' })).toEqual({ ok: true, palette: defaultPalette })
})

test('corrects every palette until it passes', () => {
  const roll = dice(7)
  for (let round = 0; round < 400; round++) {
    const palette = randomPalette(roll)
    expect(checkPalette(correctContrast(palette)), JSON.stringify(palette)).toMatchObject({ ok: true })
  }
})

const read = [
  ['text', 'background'],
  ['text', 'surface'],
  ['text', 'raised'],
  ['muted', 'background'],
  ['muted', 'surface'],
  ['muted', 'raised'],
] as const
const families = ['primary', 'accent', 'error', 'success', 'warning']

/** The pairs of a scheme with too little contrast. */
function shortfalls(tokens: Record<string, string>): string[] {
  const pairs: [string, string, number][] = [
    ...read.map(([ink, ground]): [string, string, number] => [ink, ground, 4.5]),
    ['border', 'background', 3],
    ['border', 'surface', 3],
  ]
  for (const name of families) {
    pairs.push(
      [`on-${name}`, name, 4.5],
      [`on-${name}`, `${name}-hover`, 4.5],
      ['text', `${name}-soft`, 4.5],
      ['muted', `${name}-soft`, 4.5],
    )
    for (const ground of ['background', 'surface', `${name}-soft`]) pairs.push([`${name}-text`, ground, 4.5])
  }
  return pairs
    .filter(([ink, ground, least]) => contrast(color(tokens[ink]!), color(tokens[ground]!)) < least)
    .map(([ink, ground]) => `${ink} on ${ground}`)
}

test('gives text 4.5:1 and field borders 3:1 in both schemes of any palette', () => {
  const roll = dice(11)
  for (let round = 0; round < 120; round++) {
    const palette = randomPalette(roll)
    for (const [scheme, tokens] of Object.entries(deriveThemeTokens(palette)))
      expect(shortfalls(tokens), `${scheme} ${JSON.stringify(palette)}`).toEqual([])
  }
})

test('uses the exact primary colour as shade 7', () => {
  expect(deriveThemeTokens(defaultPalette).light['primary-7']).toBe(defaultPalette.primary)
})

test('contains both schemes and cannot close a style element', () => {
  const css = themeCss(defaultPalette)
  expect(css).toContain(':root[data-mantine-color-scheme="dark"]')
  expect(css).toContain('@media (prefers-color-scheme:dark){:root[data-scheme="auto"]')
  expect(css).not.toMatch(/[<&]/)
})
