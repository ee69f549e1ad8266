import { expect, test } from 'vitest'
import { checkPalette } from '#lib/theme/index.ts'
import { palettes } from './palettes.ts'

test.each(palettes)('$name can be read', ({ palette }) => {
  expect(checkPalette(palette)).toEqual({ ok: true, palette })
})
