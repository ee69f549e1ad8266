import { expect, test } from 'vitest'
import { readPdf } from '#testing/formats/read-pdf.ts'
import { createPdf, writeParagraph } from './paper.ts'

const write = (texts: readonly string[]) =>
  createPdf({ title: 'Names', locale: 'en', content: texts, page: '{n}/{of}' }, (paper) => {
    for (const text of texts) writeParagraph(paper, [{ text }], { size: 14, above: 6 })
  })

test.each([
  ['letters with marks below and above', 'Ọláyínká Àṣà'],
  ['a ligature of lam and alef', 'محمد عبد الله الأمين'],
  ['marks of vowels', 'السَّلامُ عَلَيْكُمْ لا إلى الآن'],
  ['brackets, and digits of both kinds', '(مرحبا) العدد 123 أو ١٢٣'],
  ['Persian digits', 'شماره ۱۲۳'],
  ['numbers with a decimal sign', 'المجموع ١٢٫٥'],
  ['two directions in one line', 'Ada محمد Obi 2026'],
  ['Amharic', 'አማርኛ ትምህርት'],
  ['Hindi', 'हिन्दी कक्षा क्षत्रिय'],
  ['Chinese', '中文學校'],
  ['Japanese', '日本語 ひらがな'],
  ['Korean', '한국어'],
])('%s can be read and searched in reading order', async (_what, text) => {
  expect(await readPdf(await write([text]))).toContain(text)
})

test('a line of right-to-left text has its text in reading order for readers that follow the structure', async () => {
  const name = 'محمد الأمين'
  const bytes = (await write([name])).toString('latin1')
  const utf16 = Buffer.from(`\ufeff${name}`, 'utf16le').swap16().toString('latin1')
  expect(bytes).toContain(`/ActualText (${utf16.replaceAll(/[()\\]/g, String.raw`\$&`)})`)
})
