import { expect, test } from 'vitest'
import { visitorActor } from '../access/actor.ts'
import { createExpectedCallers, runWhileIdentifying, UnexpectedCallerError } from './expected-callers.ts'

const ann = { ...visitorActor, id: 'ann', role: 'student' as const, second_factor_at: new Date(5) }

test('does not return the result of work for another caller', async () => {
  const run = () => Promise.resolve('of ann')
  const attempt = (caller: Promise<typeof ann>) =>
    runWhileIdentifying({ expected: ann, identify: () => caller, run })
  await expect(attempt(Promise.resolve({ ...ann, second_factor_at: new Date(5) }))).resolves.toBe('of ann')
  await expect(attempt(Promise.resolve({ ...ann, id: 'ben' }))).rejects.toThrow(UnexpectedCallerError)
  await expect(attempt(Promise.reject(new Error('not logged in')))).rejects.toThrow('not logged in')
})

test('reports an error of the work only to its own caller', async () => {
  const run = () => Promise.reject(new Error('about ann'))
  const attempt = (caller: Promise<typeof ann>) =>
    runWhileIdentifying({ expected: ann, identify: () => caller, run })
  await expect(attempt(Promise.resolve({ ...ann }))).rejects.toThrow('about ann')
  await expect(attempt(Promise.resolve({ ...ann, id: 'ben' }))).rejects.toThrow(UnexpectedCallerError)
  await expect(attempt(Promise.reject(new Error('not logged in')))).rejects.toThrow('not logged in')
})

test('caches no caller of another school or support visit, and a limited number', () => {
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
  callers.evict('one')
  expect(callers.size()).toBe(0)
})
