import { expect, test } from 'vitest'
import { Type } from 'typebox'
import { Instant, Nullable, Optional } from './schemas.ts'
import { withoutAdditionalProperties, createValidator, createReplySerializer } from './validation.ts'
import { maxErrors } from './validation-errors.ts'

const Thing = Type.Object({
  name: Nullable(Type.String()),
  at: Nullable(Instant),
  count: Nullable(Type.Integer()),
  nested: Optional(Nullable(Type.Object({ shown: Type.Boolean() }))),
  list: Nullable(Type.Array(Nullable(Type.String()))),
})

test('writes declared fields only, and keeps null', () => {
  const write = createReplySerializer(Thing)
  const full = {
    name: 'a',
    at: new Date(0),
    count: 2,
    nested: { shown: true, secret: 1 },
    list: ['x', null],
    secret: 1,
  }
  expect(JSON.parse(write(full))).toEqual({
    name: 'a',
    at: '1970-01-01T00:00:00.000Z',
    count: 2,
    nested: { shown: true },
    list: ['x', null],
  })
  const empty = { name: null, at: null, count: null, nested: null, list: null }
  expect(JSON.parse(write(empty))).toEqual(empty)
  expect(JSON.parse(write({ ...empty, nested: undefined }))).not.toHaveProperty('inside')
  expect(() => write({ ...empty, name: undefined })).toThrow('"name" is required')
})

test('writes the matching member of a union', () => {
  const write = createReplySerializer(
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() }), Type.Null()]),
  )
  expect([write({ b: 'x', c: 1 }), write({ a: 'y' }), write(null)]).toEqual([
    '{"b":"x"}',
    '{"a":"y"}',
    'null',
  ])
})

test('reports errors of the current value only', () => {
  const validate = createValidator(Type.Object({ n: Type.Integer() }), false)
  expect(validate({ n: 'x' })?.map(({ instancePath }) => instancePath)).toEqual(['/n'])
  const given = { n: '5' }
  expect(validate(given)).toBeNull()
  expect(given).toEqual({ n: 5 })
})

test('fails on first use of an impossible schema', () => {
  const impossible = { type: 'no such type' }
  expect(() => createValidator(impossible, true)({})).toThrow('schema is invalid')
  expect(() => createReplySerializer(impossible)({})).toThrow('schema is invalid')
})

const keywordsOf = (errors: ReturnType<ReturnType<typeof createValidator>>) =>
  errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)

test('names each missing, unknown and invalid field at any depth', () => {
  const Person = Type.Object({ name: Type.String(), age: Nullable(Type.Integer({ minimum: 1 })) })
  const Group = Type.Object({
    title: Type.String({ maxLength: 3 }),
    'a/b': Optional(Type.Integer()),
    people: Nullable(Type.Array(Person, { maxItems: 3 })),
  })
  const validate = createValidator(withoutAdditionalProperties(Group), true)
  expect(validate({ title: 'abc', people: [{ name: 'A', age: null }] })).toBeNull()
  const invalid = { title: 'abcd', 'a/b': 'x', people: [{ age: 0 }, 5, { name: 'B', age: 1, extra: 1 }] }
  expect(keywordsOf(validate(invalid))).toEqual([
    '/title maxLength',
    '/a~1b type',
    '/people/0 required',
    '/people/0/age minimum',
    '/people/1 type',
    '/people/2 additionalProperties',
  ])
  expect(keywordsOf(validate({ title: 'abc', people: [1, 2, 3, 4] }))).toContain('/people maxItems')
  expect(keywordsOf(validate([]))).toEqual([' type'])
})

test('stops after a maximum number of errors', () => {
  const validate = createValidator(
    withoutAdditionalProperties(Type.Object({ ids: Type.Array(Type.Integer()) })),
    true,
  )
  expect(validate({ ids: Array.from({ length: 100_000 }, () => 'x') })).toHaveLength(maxErrors)
  const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, 1]))
  expect(validate({ ids: [], ...unknown })).toHaveLength(maxErrors)
})

test('checks lengths before patterns, and counts before elements', () => {
  const slow = Type.String({ maxLength: 20, pattern: '^(a+)+$' })
  const validate = createValidator(Type.Object({ text: slow }), true)
  // With the pattern this would exceed the test's time limit.
  expect(keywordsOf(validate({ text: `${'a'.repeat(100)}!` }))).toEqual(['/text maxLength'])
  let read = 0
  const items = new Proxy([1, 2, 3, 4], {
    get(target, name, self) {
      if (/^\d+$/.test(String(name))) read += 1
      return Reflect.get(target, name, self) as unknown
    },
  })
  const list = createValidator(Type.Object({ items: Type.Array(Type.String(), { maxItems: 3 }) }), true)
  expect(keywordsOf(list({ items }))).toEqual(['/items maxItems'])
  expect(read).toBe(0)
})

test('reports errors of the member of a union that the value names', () => {
  const Text = Type.Object({ type: Type.String({ enum: ['text'] }), text: Type.String({ maxLength: 3 }) })
  const Sum = Type.Object({ type: Type.String({ enum: ['sum'] }), parts: Type.Array(Type.Integer()) })
  const validate = createValidator(
    withoutAdditionalProperties(Type.Object({ question: Type.Union([Text, Sum]) })),
    true,
  )
  expect(validate({ question: { type: 'sum', parts: [1] } })).toBeNull()
  expect(keywordsOf(validate({ question: { type: 'sum', parts: [1, 'x'], more: 1 } }))).toEqual([
    '/question additionalProperties',
    '/question/parts/1 type',
  ])
  expect(keywordsOf(validate({ question: { type: 'text', text: 'long' } }))).toEqual([
    '/question/text maxLength',
  ])
  expect(keywordsOf(validate({ question: { type: 'other' } }))).toEqual(['/question taggedUnion'])
  expect(keywordsOf(validate({ question: null }))).toEqual(['/question taggedUnion'])
})

test('limits the size of a value as a whole', () => {
  const Texts = Type.Array(Type.String({ maxLength: 10 }), { maxItems: 10, maxJsonBytes: 20 })
  const validate = createValidator(Type.Object({ texts: Texts }), true)
  expect(validate({ texts: ['a'.repeat(10)] })).toBeNull()
  expect(keywordsOf(validate({ texts: ['é'.repeat(10)] }))).toEqual(['/texts maxJsonBytes'])
  const write = createReplySerializer(Type.Object({ texts: Texts }))
  expect(write({ texts: ['a', 1], more: 1 }), 'written as it was received').toBe('{"texts":["a",1]}')
})
