import { expect, test } from 'vitest'
import type { EditedCourse } from '../course-frame/course-frame.tsx'
import { changedFields, valuesToInput, courseToValues, withoutFields } from './settings-values.ts'

const course = {
  course_name: 'Bread',
  price: 100,
  banner_image: 'b1',
  banner_image_url: '/media/public/b1',
  preview_image: null,
  preview_image_url: null,
  course_requirements: ['An oven', 'Time'],
  course_reviews: [{ name: 'Bola', rating: 5, review: '' }],
  course_questions: [{ question: 'For whom?', answer: 'Beginners.' }],
  tiering_prices: [100, 200],
} as unknown as EditedCourse

const values = courseToValues(course)

test('sends nothing if nothing changed', () => {
  expect(changedFields(valuesToInput(values), valuesToInput(courseToValues(course)))).toEqual({})
})

test('sends only changed fields, with the number of each tier', () => {
  const next = { ...values, course_name: 'Loaf', tiering_prices: [100, 200, null] }
  expect(changedFields(valuesToInput(values), valuesToInput(next))).toEqual({
    course_name: 'Loaf',
    tiering_prices: [100, 200, 0],
    tiering_maximum: 3,
  })
})

test('omits lines, reviews and questions that are still empty', () => {
  const edited = {
    ...values,
    banner_image: null,
    course_requirements: ' An oven \n\n Flour\n',
    course_reviews: [...values.course_reviews, { name: ' ', rating: 5, review: 'x' }],
    course_questions: [...values.course_questions, { question: 'How long?', answer: ' ' }],
  }
  expect(changedFields(valuesToInput(values), valuesToInput(edited))).toEqual({
    banner_image: null,
    course_requirements: ['An oven', 'Flour'],
  })
})

test('holds back refused fields, with those that depend on them', () => {
  const input = {
    course_name: 'x',
    course_start_date: 'a',
    course_end_date: 'b',
    tiering_prices: [1],
    tiering_maximum: 2,
  }
  expect(withoutFields(input, ['course_end_date', 'tiering_prices'])).toEqual({ course_name: 'x' })
})
