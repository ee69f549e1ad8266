import { expect, test } from 'vitest'
import { visitorActor } from '../context/request-context.ts'
import { createExpectedCallers, runWhileIdentifying, UnexpectedCallerError } from './expected-callers.ts'

const ann = { ...visitorActor, id: 'ann', role: 'student' as const, second_factor_at: new Date(5) }

test('the result of work for somebody else is not returned', async () => {
  const run = () => Promise.resolve('of ann')
  const attempt = (caller: Promise<typeof ann>) =>
    runWhileIdentifying({ expected: ann, identify: () => caller, run })
  await expect(attempt(Promise.resolve({ ...ann, second_factor_at: new Date(5) }))).resolves.toBe('of ann')
  await expect(attempt(Promise.resolve({ ...ann, id: 'ben' }))).rejects.toThrow(UnexpectedCallerError)
  await expect(attempt(Promise.reject(new Error('not logged in')))).rejects.toThrow('not logged in')
})

test('what the work failed with is told only to the caller it was for', async () => {
  const run = () => Promise.reject(new Error('about ann'))
  const attempt = (caller: Promise<typeof ann>) =>
    runWhileIdentifying({ expected: ann, identify: () => caller, run })
  await expect(attempt(Promise.resolve({ ...ann }))).rejects.toThrow('about ann')
  await expect(attempt(Promise.resolve({ ...ann, id: 'ben' }))).rejects.toThrow(UnexpectedCallerError)
  await expect(attempt(Promise.reject(new Error('not logged in')))).rejects.toThrow('not logged in')
})

test('expects nobody of another school, nobody from support, and not more than so many', () => {
  const callers = createExpectedCallers({ max: 2 })
  const session = { school_id: 'one', token: 'a' }
  callers.note(session, ann)
  expect(callers.of(session)).toEqual(ann)
  expect(callers.of({ ...session, school_id: 'two' })).toBeUndefined()
  callers.note(session, null)
  expect(callers.of(session)).toBeUndefined()
  callers.note(session, { ...ann, support: 'reading' })
  expect(callers.of(session)).toBeUndefined()
  for (const token of ['a', 'b', 'c']) callers.note({ ...session, token }, ann)
  expect(callers.size()).toBe(2)
  expect(callers.of(session)).toBeUndefined()
  callers.forget('one')
  expect(callers.size()).toBe(0)
})
