import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exportNotes, createNote } from '#notes/contract.ts'
import { createTestArchive } from '../builders/zip-builder.ts'
import { createTestCourse } from '../builders/learning-builder.ts'
import { readableContent } from './readable-content.ts'
import { createTestSchool } from '../builders/school-builder.ts'

const finds = async (bytes: Buffer, words: string) =>
  [...(await readableContent('file', bytes)).values()].some((text) => text.includes(words))

test('finds words in nested archives, in file names, and in compressed bytes', async () => {
  const inner = createTestArchive([{ name: 'hidden-words.txt', data: 'the hidden words', packed: true }])
  const outer = createTestArchive([{ name: 'inner.zip', data: inner, packed: true }])
  expect(outer.includes('hidden words')).toBe(false)
  expect(await finds(outer, 'the hidden words')).toBe(true)
  expect(await finds(outer, 'hidden-words.txt')).toBe(true)
  expect(await finds(gzipSync('the hidden words'), 'the hidden words')).toBe(true)
  expect(await finds(Buffer.from('hidden', 'utf16le'), 'hidden')).toBe(true)
  expect(await finds(outer, 'other words')).toBe(false)
})

test('finds words in the text and metadata of a PDF', async () => {
  const { course, content, student } = await createTestCourse(await createTestSchool(), {
    course: { course_name: 'Pilots' },
  })
  const target = { course_id: course.id, content_id: content.id }
  await student.api(createNote, { ...target, note: '<p>A reef named <strong>Wolfram</strong></p>' })
  const { content: file } = await student.api(exportNotes, { format: 'pdf' })
  const bytes = Buffer.from(file, 'base64')
  expect(bytes.includes('Wolfram')).toBe(false)
  for (const words of ['Wolfram', 'Pilots', 'A reef named', student.name])
    expect(await finds(bytes, words), words).toBe(true)
  expect(await finds(bytes, 'Nowhere')).toBe(false)
})

test('reads a compressed part of a PDF that ends with any byte', async () => {
  const lastBytes = [0x0d, 0x0a, 0x20]
  const packed = lastBytes.map((last) => {
    const all = Array.from({ length: 256 }, (_one, at) =>
      deflateSync(`BT /F1 9 Tf <0001> Tj ET ${'!'.repeat(at)}`),
    )
    return all.find((bytes) => bytes.at(-1) === last)!
  })
  for (const bytes of packed) {
    const parts = [
      '%PDF-1.7\n1 0 obj\n<< /F1 2 0 R >>\nendobj\n2 0 obj\n<< /ToUnicode 3 0 R >>\nendobj\n',
      '3 0 obj\n<< >>\nstream\n<0001> <00570057>\nendstream\nendobj\n',
      '4 0 obj\n<< /Filter /FlateDecode >>\nstream\n',
      bytes,
      '\nendstream\nendobj\n',
    ]
    expect(await finds(Buffer.concat(parts.map((part) => Buffer.from(part))), 'WW')).toBe(true)
  }
})
