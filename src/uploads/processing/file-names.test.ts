import { describe, expect, test } from 'vitest'
import { contentDisposition, fileNameForType, sanitizeFileName } from './file-names.ts'

test.each([
  ['Lesson 1.pdf', 'Lesson 1.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\notes.txt', 'notes.txt'],
  ['..', 'file'],
  ['.htaccess', 'htaccess'],
  ['a\0b\r\nSet-Cookie: x.pdf', 'abSet-Cookie_ x.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\u200Bb\u2066c.txt', 'abc.txt'],
  ['e\u0301te\u0301.txt', 'été.txt'],
  ['درس.pdf', 'درس.pdf'],
  ['"><script>.png', '__' + '_script_.png'],
  ['   ', 'file'],
  [`${'a'.repeat(300)}.docx`, `${'a'.repeat(145)}.docx`],
])('stores %j as %j', (given, expected) => {
  expect(sanitizeFileName(given)).toBe(expected)
})

test('adds the extension of the content type', () => {
  expect(fileNameForType('invoice.exe', 'application/pdf')).toBe('invoice.exe.pdf')
  expect(fileNameForType('invoice.PDF', 'application/pdf')).toBe('invoice.PDF')
  expect(fileNameForType('photo', 'image/jpeg')).toBe('photo.jpg')
  expect(fileNameForType('main.py', 'text/plain')).toBe('main.py')
})

describe('Content-Disposition', () => {
  test.each([
    ['a b.pdf', `attachment; filename="a b.pdf"; filename*=UTF-8''a%20b.pdf`],
    ['été.pdf', `attachment; filename="ete.pdf"; filename*=UTF-8''%C3%A9t%C3%A9.pdf`],
    ['درس.pdf', `attachment; filename="file.pdf"; filename*=UTF-8''%D8%AF%D8%B1%D8%B3.pdf`],
    [`it's (1).pdf`, `attachment; filename="it's (1).pdf"; filename*=UTF-8''it%27s%20%281%29.pdf`],
    ['a"; x="y\\.pdf', `attachment; filename="a__ x=_y_.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22y%5C.pdf`],
    ['100%41.pdf', `attachment; filename="100_41.pdf"; filename*=UTF-8''100%2541.pdf`],
  ])('%s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header)
  })

  test('never contains a line end or a character outside ASCII', () => {
    for (let code = 0; code < 0x3000; code += 1)
      expect(contentDisposition('inline', `a${String.fromCharCode(code)}b`)).toMatch(/^[\x20-\x7e]+$/)
  })
})
