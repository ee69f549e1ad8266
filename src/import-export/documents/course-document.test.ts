import { describe, expect, test } from 'vitest'
import type { CourseDocument } from './course-document.ts'
import { fillVariables, variablesIn } from './fill-variables.ts'
import { toLocalNames, toSchoolUrls } from './rich-text-links.ts'
import { parseDocument } from './parse-document.ts'
import { daysBetween, earliestDate, shiftDate, applyDateShift } from './shift-dates.ts'

const given = (more: object = {}) => ({
  format: 'course-document',
  version: 1,
  course: { course_name: 'Baking' },
  ...more,
})
const document = (more: object = {}): CourseDocument => {
  const { document: read, errors } = parseDocument(given(more))
  if (!read) throw new Error(JSON.stringify(errors))
  return read
}
const content = (id: string, more: object = {}) => ({ id, type: 'text', title: id, ...more })
const lesson = (...contents: object[]) => [{ id: 'l1', title: 'One', contents }]
const errorsOf = (more: object) =>
  parseDocument(given(more)).errors?.map(({ path, code }) => `${path} ${code}`)

describe('reading', () => {
  test('fills in missing fields', () => {
    expect(document({ lessons: lesson(content('c1')) })).toMatchObject({
      course: {
        price: 0,
        course_isPublic: false,
        show_content_title_to_unapproved: true,
        banner_image: null,
      },
      lessons: [{ lowest_tier: null, contents: [{ body: '', is_published: false, captions: [] }] }],
      media: [],
    })
  })

  test.each([
    [
      'a name of 10,000 letters',
      { course: { course_name: 'x'.repeat(10_000) } },
      ['/course/course_name maxLength'],
    ],
    ['no name', { course: {} }, ['/course/course_name required']],
    [
      'the same content twice',
      { lessons: lesson(content('a'), content('a')) },
      ['/lessons/0/contents/1/id duplicate_id'],
    ],
    [
      'a file that is not there',
      { lessons: lesson(content('a', { type: 'video', media: 'm1' })) },
      ['/lessons/0/contents/0/media media_unknown'],
    ],
    [
      'a picture in the place of a film',
      {
        media: [{ id: 'm1', purpose: 'course_image', file_name: 'a.png' }],
        lessons: lesson(content('a', { type: 'video', media: 'm1' })),
      },
      ['/lessons/0/contents/0/media media_unknown'],
    ],
    [
      'contents that wait in a circle',
      {
        lessons: lesson(
          content('a', { opens_after_content: 'b' }),
          content('b', { opens_after_content: 'a' }),
          content('c'),
        ),
      },
      [
        '/lessons/0/contents/0/opens_after_content waits_for_itself',
        '/lessons/0/contents/1/opens_after_content waits_for_itself',
      ],
    ],
    [
      'a path that leads elsewhere',
      { media: [{ id: 'm1', purpose: 'course_file', file_name: 'a', path: 'media/../../a' }] },
      ['/media/0/path pattern'],
    ],
    [
      'an end before the start',
      {
        course: {
          course_name: 'x',
          course_start_date: '2027-01-02T00:00:00Z',
          course_end_date: '2027-01-01T00:00:00Z',
        },
      },
      ['/course/course_end_date dates_out_of_order'],
    ],
    [
      'a foreign field',
      { course: { course_name: 'x', admin: true } },
      ['/course/admin additionalProperties'],
    ],
  ])('refuses %s with its position', (_what, more, expected) => {
    expect(errorsOf(more)?.toSorted()).toEqual(expected.toSorted())
  })

  test.each([null, 7, 'text', [], { format: 'course-document', version: '1' }])('refuses %j', (value) => {
    expect(parseDocument(value).document).toBeNull()
  })
})

describe('a long list of errors', () => {
  test('reports the number of further errors if they were counted', () => {
    const twice = (count: number) => ({
      media: Array.from({ length: count }, () => ({ id: 'm1', purpose: 'course_file', file_name: 'a.pdf' })),
    })
    const { errors } = parseDocument(given(twice(31)))
    expect(errors).toHaveLength(21)
    expect(errors!.at(-1)).toEqual({ path: '/', code: 'more_errors', message: '10' })
    expect(parseDocument(given(twice(21))).errors!.map(({ code }) => code)).not.toContain('more_errors')
  })

  test('reports that there may be more if reading stopped', () => {
    const lessons = Array.from({ length: 40 }, (_, at) => ({ id: `l${at}`, title: 7, contents: [] }))
    const { errors } = parseDocument(given({ lessons }))
    expect(errors).toHaveLength(21)
    expect(errors!.at(-1)).toEqual({ path: '/', code: 'more_errors', message: '' })
  })
})

describe('dates', () => {
  test.each([
    ['2027-03-26T08:00:00Z', 3, 'Europe/Berlin', '2027-03-29T07:00:00.000Z'],
    ['2027-10-30T07:00:00Z', 2, 'Europe/Berlin', '2027-11-01T08:00:00.000Z'],
    ['2027-11-01T08:00:00Z', -2, 'Europe/Berlin', '2027-10-30T07:00:00.000Z'],
    // 02:30 does not exist on this day; the clock shows 03:30 instead.
    ['2027-03-27T01:30:00Z', 1, 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['2028-02-28T12:00:00.123Z', 1, 'UTC', '2028-02-29T12:00:00.123Z'],
    ['2027-12-31T23:30:00Z', 1, 'Pacific/Auckland', '2028-01-01T23:30:00.000Z'],
  ])('shifts %s by %i days in %s to %s', (from, days, zone, to) => {
    expect(shiftDate(new Date(from), days, zone).toISOString()).toBe(to)
  })

  test('counts days on the calendar of the time zone', () => {
    const [late, early] = [new Date('2027-01-01T23:30:00Z'), new Date('2027-01-02T00:30:00Z')]
    expect(daysBetween(late, early, 'UTC')).toBe(1)
    expect(daysBetween(late, early, 'Africa/Lagos')).toBe(0)
  })

  test('moves the first date to the new start if the course has none', () => {
    const lessons = lesson(
      content('a', { opens_at: '2027-02-01T09:00:00Z' }),
      content('b', { opens_at: '2027-02-08T09:00:00Z' }),
    )
    const moved = applyDateShift(document({ lessons }), { start_date: '2028-05-01T08:00:00Z' }, 'UTC')
    expect(moved.course.course_start_date).toBe('2028-05-01T08:00:00.000Z')
    expect(moved.lessons[0]!.contents.map((one) => one.opens_at)).toEqual([
      '2028-05-01T09:00:00.000Z',
      '2028-05-08T09:00:00.000Z',
    ])
    expect(earliestDate(document())).toBeNull()
    expect(applyDateShift(document(), {}, 'UTC')).toEqual(document())
  })
})

test('fills in variables, escaped in HTML, and keeps those without a value', () => {
  const before = document({
    course: {
      course_name: '{{course_name}}',
      course_description: '<p>{{ teacher }}, {{start_date}}, {{other}}</p>',
    },
  })
  expect(variablesIn(before)).toEqual(['course_name', 'teacher', 'start_date'])
  const { course } = fillVariables(before, { course_name: 'A & B', teacher: '<b>Ada</b>', start_date: null })
  expect(course.course_name).toBe('A & B')
  expect(course.course_description).toBe('<p>&#60;b&#62;Ada&#60;/b&#62;, {{start_date}}, {{other}}</p>')
})

test('converts images and links within the course to local names, and no others', () => {
  const [course_id, topic, image, other] = ['1', '2', '3', '4'].map(
    (sign) => `00000000-0000-4000-8000-00000000000${sign}`,
  )
  const names = {
    course_id: course_id!,
    contents: new Map([[topic!, 'c1']]),
    media: new Map([[image!, 'm1']]),
  }
  const html = `<img src="/media/public/${image}"><a href="/learn/${course_id}?topic=${topic}">a</a><a href="/learn/${other}">b</a>`
  const local = `<img src="media:m1"><a href="course:c1">a</a><a href="/learn/${other}">b</a>`
  expect(toLocalNames(html, names)).toBe(local)
  const back = {
    course_id: course_id!,
    contents: new Map([['c1', topic!]]),
    media: new Map([['m1', image!]]),
  }
  expect(toSchoolUrls(local, back)).toBe(html)
  expect(toSchoolUrls('<img src="media:m9">', back)).toBe('<img src="">')
  const withFile = `<img src="/media/private/${image}"><a href="/media/private/${image}">a</a>`
  expect(toLocalNames(withFile, names)).toBe('<img src="file:m1"><a href="file:m1">a</a>')
  expect(toSchoolUrls(toLocalNames(withFile, names), back)).toBe(withFile)
})
