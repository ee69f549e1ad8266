import { expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import { readPdf } from '#testing/formats/read-pdf.ts'
import * as contract from '../contract.ts'
import { maxNotesInPart, splitIntoParts } from './export-order.ts'
import { breakIntoLines } from '#platform/pdf/lines.ts'
import { notesToMarkdown } from './markdown.ts'
import { parseBlocks } from './rich-blocks.ts'

const arabic = 'يجب أن ينكسر للمبتدئين في السؤال ١٢'
const yoruba = 'Ẹ káàárọ̀, ọmọ ilé-ẹ̀kọ́'

async function aStory() {
  const school = await createTestSchool({ name: 'Harbour Academy' })
  const contents = [{ title: 'Ladders' }, { title: 'The film', type: 'video' }]
  const fixture = await createTestCourse(school, { course: { course_name: 'Pilots' }, contents })
  const [text, video] = fixture.contents.map(({ id }) => ({ course_id: fixture.course.id, content_id: id }))
  const { student } = fixture
  const write = (given: object) => student.api(contract.createNote, { ...text!, note: '', ...given })
  const timed = await write({ ...video, note: '<p>At the end</p>', at_seconds: 3_725 })
  await write({ ...video, note: `<p dir="rtl">${arabic}</p>`, at_seconds: 5 })
  await write({
    note: `<p><strong>${yoruba}</strong></p>`,
    quote: { exact: 'by a *ladder*', prefix: '', suffix: '', start: 9 },
  })
  return { school, ...fixture, write, timed }
}

const exported = async (
  person: TestUser,
  input: Parameters<typeof person.api<typeof contract.exportNotes>>[1],
) => {
  const answer = await person.api(contract.exportNotes, input)
  return { ...answer, bytes: Buffer.from(answer.content, 'base64') }
}

test('writes Markdown in the order of the outline, with seconds, quotes and links', async () => {
  const { student, timed, course, school } = await aStory()
  const { bytes, file_name, notes_count, parts } = await exported(student, { format: 'markdown' })
  expect([file_name, notes_count, parts]).toEqual(['notes.md', 3, 1])
  const text = bytes.toString()
  const positions = [
    '# Notes of',
    '## Pilots',
    '### Ladders',
    String.raw`> by a \*ladder\*`,
    `**${yoruba}**`,
    '### The film',
  ]
  const found = [...positions, '[**0:05**]', arabic, '[**1:02:05**]', 'At the end'].map((part) =>
    text.indexOf(part),
  )
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(found).not.toContain(-1)
  expect(text).toContain(`${school.host}`)
  expect(text).toContain(`/learn/${course.id}?topic=${timed.content_id}&note=${timed.id}`)
})

test('exports one course in the reader’s language, without notes of others', async () => {
  const { school, student, teacher, course } = await aStory()
  const answer = await student.api(
    contract.exportNotes,
    { format: 'markdown', course_id: course.id },
    { 'accept-language': 'fr' },
  )
  expect(Buffer.from(answer.content, 'base64').toString()).toContain('# Notes de')
  const other = await school.course()
  await expect(
    student.api(contract.exportNotes, { format: 'markdown', course_id: other.id }),
  ).resolves.toMatchObject({
    notes_count: 0,
  })
  await expect(
    teacher.api(contract.exportNotes, { format: 'markdown', course_id: course.id }),
  ).resolves.toMatchObject({
    notes_count: 0,
  })
})

test('exports notes on deleted content last, without a link', async () => {
  const { school, student, content } = await aStory()
  await school.transact(({ tx, school_id }) =>
    tx.deleteFrom('contents').where('school_id', '=', school_id).where('id', '=', content.id).execute(),
  )
  const text = (await exported(student, { format: 'markdown' })).bytes.toString()
  expect(text.indexOf('### Ladders')).toBeGreaterThan(text.indexOf('At the end'))
  expect(text.slice(text.indexOf('### Ladders'))).not.toContain('http')
})

test('writes a PDF with embedded fonts and text', async () => {
  const { student } = await aStory()
  const { bytes, file_name, content_type } = await exported(student, { format: 'pdf' })
  expect([file_name, content_type]).toEqual(['notes.pdf', 'application/pdf'])
  const raw = bytes.toString('latin1')
  expect(raw.slice(0, 8)).toBe('%PDF-1.7')
  for (const part of ['NotoSans', 'Vazirmatn', '/FontFile2', '/ToUnicode', '/StructTreeRoot', '/Lang'])
    expect(raw, part).toContain(part)
  const text = await readPdf(bytes)
  for (const part of ['Pilots', 'Ladders', '1:02:05', yoruba, arabic]) expect(text, part).toContain(part)
})

test('embeds a subset of a font for each script in a PDF', async () => {
  const scripts = [
    ['እንኳን ደህና መጣችሁ', 'NotoSansEthiopic'],
    ['学习编程很有趣，我们开始吧。', 'ZCOOLXiaoWei'],
    ['ひらがなとカタカナ、辻と働く。', 'MotoyaLCedar'],
    ['안녕하세요 배움의 집', 'GowunDodum'],
  ] as const
  const { student, write } = await aStory()
  const before = await exported(student, { format: 'pdf' })
  for (const [words] of scripts)
    await write({ note: `<p><strong>${words}</strong></p><p>${words.repeat(30)}</p>` })
  const { bytes } = await exported(student, { format: 'pdf' })
  for (const [, font] of scripts) {
    expect(before.bytes.toString('latin1')).not.toContain(font)
    expect(bytes.toString('latin1')).toContain(font)
  }
  // Unused glyphs are left out.
  expect(bytes.length - before.bytes.length).toBeLessThan(300_000)
  const text = await readPdf(bytes)
  const unbroken = (of: string) => of.replace(/\s/g, '')
  for (const [words] of scripts) expect(unbroken(text)).toContain(unbroken(words.repeat(30)))
})

test('breaks lines of scripts without spaces between characters, with no full stop at the start', () => {
  const measure = {
    familyOf: () => 'chinese',
    widthOf: (text: string) => Array.from(text).length,
    maxWidth: 5,
  }
  const lines = breakIntoLines([{ text: '学习编程很。有趣（我们）' }], measure)
  expect(lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))).toEqual([
    '学习编程',
    '很。有趣',
    '（我们）',
  ])
})

test('splits many notes into parts, each note once', async () => {
  const { school, student, course, contents } = await aStory()
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('notes')
      .values(
        Array.from({ length: maxNotesInPart }, (_none, n) => ({
          school_id,
          id: crypto.randomUUID(),
          user_id: student.id,
          course_id: course.id,
          content_id: contents[0]!.id,
          course_name: 'Pilots',
          content_title: 'Ladders',
          note: `<p>number ${n}.</p>`,
        })),
      )
      .execute(),
  )
  const parts = await Promise.all([1, 2].map((part) => exported(student, { format: 'markdown', part })))
  expect(parts.map(({ file_name, parts: of }) => [file_name, of])).toEqual([
    ['notes-1.md', 2],
    ['notes-2.md', 2],
  ])
  const text = parts.map(({ bytes }) => bytes.toString()).join('')
  for (let n = 0; n < maxNotesInPart; n++) expect(text.split(`number ${n}.`).length).toBe(2)
  await expect(exported(student, { format: 'pdf', part: 3 })).rejects.toMatchObject({ code: 'not_found' })
})

test('ends a file before it has too much text to draw', () => {
  const notes = [20, 20, 390_000, 20_000, 500_000, 10].map((length, n) => ({ id: String(n), length }))
  expect(splitIntoParts(notes)).toEqual([['0', '1', '2'], ['3'], ['4'], ['5']])
  expect(splitIntoParts([])).toEqual([])
})

test("refuses an export beyond the queue's limit with a retry time", async () => {
  const { student } = await aStory()
  const ask = () => student.request({ method: 'GET', url: '/api/notes/v2/export?format=pdf' })
  const answers = await Promise.all(Array.from({ length: 30 }, ask))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  const refused = answers.find(({ status }) => status === 503)
  expect(refused?.headers['retry-after']).toBe('5')
}, 60_000)

test('leaves a process for other schools during one school’s exports', async () => {
  const [many, one] = await Promise.all([aStory(), aStory()])
  let ended = 0
  const flood = Array.from({ length: 5 }, () =>
    exported(many.student, { format: 'pdf' }).finally(() => ended++),
  )
  await exported(one.student, { format: 'pdf' })
  // In order of arrival, four would have ended first.
  expect(ended).toBeLessThan(4)
  await Promise.all(flood)
}, 60_000)

test('writes an empty document without notes', async () => {
  const student = await (await createTestSchool()).student()
  for (const format of ['markdown', 'pdf'] as const)
    await expect(exported(student, { format })).resolves.toMatchObject({ notes_count: 0, parts: 1 })
})

const markdown = (html: string) => {
  const notes = [{ mark: '', written: 'now', url: '', quote: '', blocks: parseBlocks(html) }]
  const courses = [{ name: 'C', contents: [{ title: 'T', notes }] }]
  return notesToMarkdown({ title: 'N', about: 'A', locale: 'en', page: '', courses })
    .split('*now*\n\n')[1]!
    .trim()
}

test.each([
  ['<p>a <strong>b </strong>c</p>', 'a **b** c'],
  ['<p><em>a</em><strong>b</strong> <s>c</s></p>', '*a***b** ~~c~~'],
  ['<p>1. x</p><p># y</p><p>- z</p>', '1\\. x\n\n\\# y\n\n\\- z'],
  ['<p>a&lt;b&gt; &amp;amp; `c`</p>', 'a\\<b\\> \\&amp; \\`c\\`'],
  ['<h2>a</h2><p>b<br>c</p>', '#### a\n\nb  \nc'],
  ['<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li><li>c</li></ul>', '- a\n    3. b\n- c'],
  ['<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>', '> a\n>\n> > b'],
  ['<pre><code>a `b`\n\n```</code></pre>', '````\na `b`\n\n```\n````'],
  ['<p><a href="https://a.test/(b c)">x</a></p>', '[x](https://a.test/%28b%20c%29)'],
  ['<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>', 'a | b'],
])('converts %s to Markdown', (html, expected) => {
  expect(markdown(html)).toBe(expected)
})

test('breaks lines at their width and aligns each by its script', () => {
  const measure = { familyOf: () => 'sans', widthOf: (text: string) => text.length, maxWidth: 10 }
  const shown = (text: string) =>
    breakIntoLines([{ text }], measure).map(({ pieces }) => pieces.map((piece) => piece.text))
  expect(shown('one two three')).toEqual([['one two'], ['three']])
  expect(shown('abcdefghijklm')).toEqual([['abcdefghij'], ['klm']])
  expect(shown('a\n\nb')).toEqual([['a'], [], ['b']])
  expect(shown('א ab 12 ב')).toEqual([[' ב', 'ab 12', 'א ']])
  expect(breakIntoLines([{ text: 'אב' }], measure)[0]!.rightToLeft).toBe(true)
})
