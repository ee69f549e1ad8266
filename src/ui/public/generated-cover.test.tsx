import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GeneratedCover } from './generated-cover.tsx'

const cover = (text: string) => renderToStaticMarkup(<GeneratedCover text={text} />)

test('the same text always gives the same pattern, another text another one', () => {
  expect(cover('Solar power')).toBe(cover('Solar power'))
  expect(cover('Solar power')).not.toBe(cover('Solar powers'))
})

test.each(['', 'ọ̀rọ̀', '😀', 'x'.repeat(10_000)])(
  'a pattern needs no style attribute and stays small (%#)',
  (text) => {
    const html = cover(text)
    expect(html).not.toContain('style=')
    expect(html.length).toBeLessThan(8_000)
    expect(html.match(/<rect/g)).toHaveLength(32)
  },
)
