import { expect, test } from 'vitest'
import { checkPalette } from '#lib/theme/index.ts'
import { palettes } from './palettes.ts'

test.each(palettes)('has enough contrast in $name', ({ palette }) => {
  expect(checkPalette(palette)).toEqual({ ok: true, palette })
})
