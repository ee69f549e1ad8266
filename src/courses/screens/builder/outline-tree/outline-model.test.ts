import { expect, test } from 'vitest'
import {
  mergeHiddenOrder,
  updateContent,
  moveContent,
  updateLesson,
  moveLesson,
  removeFromOutline,
  type Lesson,
} from './outline-model.ts'

const lesson = (id: string, ...contents: string[]) =>
  ({
    id,
    title: id,
    contents: contents.map((content) => ({ id: content, lesson_id: id, title: content })),
  }) as Lesson
const outline = [lesson('A', '1', '2', '3'), lesson('B'), lesson('C', '4')]
const shape = (lessons: Lesson[]) =>
  lessons.map(({ id, contents }) => [id, ...contents.map((content) => content.id)].join(''))

test('moves a lesson to a position', () => {
  expect(shape(moveLesson(outline, 'C', 0))).toEqual(['C4', 'A123', 'B'])
  expect(shape(moveLesson(outline, 'A', 99))).toEqual(['B', 'C4', 'A123'])
  expect(moveLesson(outline, 'B', 1)).toBe(outline)
  expect(moveLesson(outline, 'gone', 1)).toBe(outline)
})

test('moves a content within its lesson or to another', () => {
  const to = (id: string, lesson_id: string, at: number) => shape(moveContent(outline, id, { lesson_id, at }))
  expect(to('1', 'A', 2)).toEqual(['A231', 'B', 'C4'])
  expect(to('3', 'A', 0)).toEqual(['A312', 'B', 'C4'])
  expect(to('2', 'B', 0)).toEqual(['A13', 'B2', 'C4'])
  expect(to('2', 'C', 1)).toEqual(['A13', 'B', 'C42'])
  expect(to('gone', 'C', 1)).toEqual(shape(outline))
  expect(to('2', 'gone', 1)).toEqual(shape(outline))
  expect(moveContent(outline, '2', { lesson_id: 'B', at: 0 })[1]?.contents[0]?.lesson_id).toBe('B')
})

test('keeps unchanged parts', () => {
  expect(updateLesson(outline, 'B', { title: 'New' }).map(({ title }) => title)).toEqual(['A', 'New', 'C'])
  const changed = updateContent(outline, '4', { title: 'Four' })
  expect(changed[2]?.contents[0]?.title).toBe('Four')
  expect(changed[0]).toBe(outline[0])
})

test('hides removed items, but keeps their positions for the server', () => {
  const shown = removeFromOutline(outline, new Set(['B', '2']))
  expect(shape(shown)).toEqual(['A13', 'C4'])
  expect(mergeHiddenOrder(moveLesson(shown, 'C', 0), outline)).toEqual(['C', 'A', 'B'])
})
