import { expect, test } from 'vitest'
import { Type } from 'typebox'
import { Instant, Nullable, Optional } from './route.ts'
import { validatorOf, writerOf } from './validation.ts'

const Thing = Type.Object({
  name: Nullable(Type.String()),
  at: Nullable(Instant),
  count: Nullable(Type.Integer()),
  inside: Optional(Nullable(Type.Object({ shown: Type.Boolean() }))),
  list: Nullable(Type.Array(Nullable(Type.String()))),
})

test('a reply holds what is declared and no more, and null stays null', () => {
  const write = writerOf(Thing)
  const full = {
    name: 'a',
    at: new Date(0),
    count: 2,
    inside: { shown: true, secret: 1 },
    list: ['x', null],
    secret: 1,
  }
  expect(JSON.parse(write(full))).toEqual({
    name: 'a',
    at: '1970-01-01T00:00:00.000Z',
    count: 2,
    inside: { shown: true },
    list: ['x', null],
  })
  const empty = { name: null, at: null, count: null, inside: null, list: null }
  expect(JSON.parse(write(empty))).toEqual(empty)
  expect(JSON.parse(write({ ...empty, inside: undefined }))).not.toHaveProperty('inside')
  expect(() => write({ ...empty, name: undefined })).toThrow('"name" is required')
})

test('of a union of more than one the fitting one is written', () => {
  const write = writerOf(
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() }), Type.Null()]),
  )
  expect([write({ b: 'x', c: 1 }), write({ a: 'y' }), write(null)]).toEqual([
    '{"b":"x"}',
    '{"a":"y"}',
    'null',
  ])
})

test('a validator tells of each value what is wrong with it, and nothing of the one before', () => {
  const validate = validatorOf(Type.Object({ n: Type.Integer() }), false)
  expect(validate({ n: 'x' })).toBe(false)
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toEqual(['/n'])
  const given = { n: '5' }
  expect(validate(given)).toBe(true)
  expect(validate.errors).toBeNull()
  expect(given).toEqual({ n: 5 })
})

test('an impossible schema fails where it is used', () => {
  const impossible = { type: 'no such type' }
  expect(() => validatorOf(impossible, true)({})).toThrow('schema is invalid')
  expect(() => writerOf(impossible)({})).toThrow('schema is invalid')
})
