import { expect, test } from 'vitest'
import { chapterAt, chaptersOfLines, parseChapterLine } from './chapters.ts'

test.each([
  ['0:00 Introduction', { start: 0, title: 'Introduction' }],
  ['  02:05 – Loops: for and while ', { start: 125, title: 'Loops: for and while' }],
  ['1:00:10 | The end', { start: 3610, title: 'The end' }],
  ['[12:30] Résumé', { start: 750, title: 'Résumé' }],
  ['75:00 مراجعة', { start: 4500, title: 'مراجعة' }],
  ['0:75 No such second', null],
  ['At 2:05 the loop begins', null],
  ['2:05', null],
  ['', null],
])('reads %j', (line, chapter) => {
  expect(parseChapterLine(line)).toEqual(chapter)
})

const titles = (lines: string[]) => chaptersOfLines(lines).map(({ title }) => title)

test('a list of times is a list of chapters if it starts at 0:00, in order', () => {
  expect(titles(['In this video:', '0:00 Start', '1:30 Loops', '4:00 End'])).toEqual([
    'Start',
    'Loops',
    'End',
  ])
  expect(titles(['0:00 Start'])).toEqual([])
  expect(titles(['9:00 Bell', '10:30 Break'])).toEqual([])
  expect(titles(['0:00 Start', '5:00 Late', '2:00 Early'])).toEqual([])
})

test('finds the chapter of a second', () => {
  const chapters = chaptersOfLines(['0:00 Start', '1:30 Loops'])
  expect([0, 89.9, 90, 9_000].map((second) => chapterAt(chapters, second)?.title)).toEqual([
    'Start',
    'Start',
    'Loops',
    'Loops',
  ])
  expect(chapterAt([], 5)).toBeUndefined()
})
