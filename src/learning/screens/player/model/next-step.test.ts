import { expect, test } from 'vitest'
import { findNextStep } from './next-step.ts'
import type { OutlineContent, OutlineLesson } from './player-model.ts'

const content = (id: string, given: Partial<OutlineContent> = {}) =>
  ({
    id,
    lock_reason: null,
    completed_at: null,
    is_published: true,
    is_optional: false,
    ...given,
  }) as OutlineContent
const section = (id: string, contents: OutlineContent[]) =>
  ({ id, title: `Section ${id}`, contents }) as OutlineLesson
const done = { completed_at: '2026-11-23T09:00:00Z' }

const stepAfter = (content_id: string, lessons: OutlineLesson[], isCourseCompleted = false) => {
  const step = findNextStep({ lessons, content_id, isCourseCompleted })
  return step && { ...step, ...('content' in step && { content: step.content.id }) }
}

test('the next open content follows, also in another section', () => {
  const lessons = [
    section('1', [content('a'), content('b')]),
    section('2', [content('c', { lock_reason: 'date' }), content('d')]),
  ]
  expect(stepAfter('a', lessons)).toEqual({ kind: 'next', content: 'b', section: null })
  expect(stepAfter('b', lessons)).toEqual({ kind: 'next', content: 'd', section: 'Section 2' })
  expect(stepAfter('none', lessons)).toBeNull()
})

test('after the last content what is left follows, without optional and locked contents', () => {
  const lessons = [
    section('1', [content('a', done), content('b'), content('c', { is_optional: true })]),
    section('2', [content('d'), content('e', { lock_reason: 'locked' }), content('f')]),
  ]
  expect(stepAfter('f', lessons)).toEqual({ kind: 'left', content: 'b', count: 2 })
})

test('at the end the course is completed, or waits for locked contents', () => {
  const lessons = [
    section('1', [content('a', done), content('b', { lock_reason: 'tier' }), content('c', done)]),
  ]
  expect(stepAfter('c', lessons)).toEqual({ kind: 'waiting' })
  expect(stepAfter('c', lessons, true)).toEqual({ kind: 'completed' })
})
