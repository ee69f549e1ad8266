import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fontPairNames, fontPairs, fontStack } from '#lib/theme/index.ts'

interface Face {
  family: string
  file: string | null
  codes: Set<number>
}

const rules =
  readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8').match(/@font-face \{[^}]+\}/g) ?? []
const faces = rules.map((rule): Face => {
  const range = /unicode-range:\s*([^;]+);/.exec(rule)?.[1] ?? ''
  return {
    family: /font-family: '([^']+)'/.exec(rule)![1]!,
    file: /url\(['"]\.\/([^'"]+)['"]\)/.exec(rule)?.[1] ?? null,
    codes: new Set(range.split(/,\s*/).filter(Boolean).flatMap(codesIn)),
  }
})

function codesIn(part: string): number[] {
  const [from, to = from] = part
    .replace('U+', '')
    .split('-')
    .map((code) => Number.parseInt(code, 16))
  return Array.from({ length: to! - from! + 1 }, (_, index) => from! + index)
}

const bytesOf = (file: string) => statSync(join(import.meta.dirname, file)).size
const latinFile = (family: string) =>
  faces.find((face) => face.family === family && face.codes.has('a'.codePointAt(0)!))!.file!

test.each(fontPairNames)('%s: what an English page loads is at most 60 kB in two files', (name) => {
  const files = new Set(Object.values(fontPairs[name]).map(latinFile))
  const bytes = [...files].reduce((sum, file) => sum + bytesOf(file), 0)
  expect(bytes).toBeLessThanOrEqual(60 * 1024)
})

test.each(fontPairNames)(
  '%s: has the letters of Yoruba, French, Arabic and Amharic, and the naira',
  (name) => {
    const letters = 'ẹ́ọ̀ṣ ǹ Ẹ Ọ Ṣ éçœ ₦ ابجد ሀለሐ'
    for (const family of Object.values(fontPairs[name])) {
      const families = Array.from(fontStack(family).matchAll(/'([^']+)'/g), ([, one]) => one!)
      const covered = (code: number) =>
        faces.some((face) => families.includes(face.family) && face.file !== null && face.codes.has(code))
      const missing = Array.from(letters.normalize('NFC').replaceAll(' ', '')).filter(
        (letter) => !covered(letter.codePointAt(0)!),
      )
      expect({ family, missing }).toEqual({ family, missing: [] })
    }
  },
)

test('each family has fallback system fonts with its own metrics', () => {
  for (const family of new Set(Object.values(fontPairs).flatMap((pair) => Object.values(pair)))) {
    const stack = fontStack(family)
    for (const suffix of ['fallback', 'Android']) {
      expect(stack).toContain(`'${family} ${suffix}'`)
      const declared = rules.filter((rule) => rule.includes(`font-family: '${family} ${suffix}'`))
      expect(declared.length).toBeGreaterThan(0)
      for (const rule of declared) expect(rule).toMatch(/size-adjust: [\d.]+%;[^}]*ascent-override/)
    }
  }
})

test('no font replaces text that is already painted', () => {
  for (const rule of rules.filter((one) => one.includes('.woff2')))
    expect(rule).toContain('font-display: optional;')
})
