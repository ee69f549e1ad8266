import { expect, test } from 'vitest'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import type { Ctx } from './request-context.ts'
import {
  createReactions,
  defineEvent,
  defineSlot,
  fillSlot,
  onEvent,
  type Reaction,
} from './domain-events.ts'
import { newId } from '#platform/security/tokens.ts'
import { runTransaction } from '../http/school-transaction.ts'

const visited = defineEvent<{ url: string }>('test_visited')

/** Runs `work` in a transaction of the school, in a process with only these reactions. */
async function runWith(list: Reaction[], work: (ctx: Ctx) => Promise<void>) {
  const school = await createTestSchool()
  await school.transact(({ tx: _tx, ...context }) =>
    runTransaction({ ...context, reactions: createReactions(list) }, { onSchoolInvalidated: () => {} }, work),
  )
  return school
}

const storeVisit = ({ tx, school_id, now }: Ctx, url: string) =>
  tx.insertInto('visits').values({ school_id, id: newId(), url, created_at: now }).execute()

const visitsOf = ({ tx, school_id }: Ctx) =>
  tx.selectFrom('visits').where('school_id', '=', school_id).select('url').orderBy('url').execute()

test("runs the handlers of an event in order, in the emitter's transaction", async () => {
  const calls: unknown[] = []
  const handler = (name: string) => async (ctx: Ctx, payload: { url: string }) => {
    await storeVisit(ctx, `${payload.url}/${name}`)
    calls.push([name, await visitsOf(ctx)])
  }
  const school = await runWith(
    [onEvent(visited, handler('first')), onEvent(visited, handler('second'))],
    (ctx) => ctx.emit(visited, { url: '/a' }),
  )
  const first = { url: '/a/first' }
  const second = { url: '/a/second' }
  expect(calls).toEqual([
    ['first', [first]],
    ['second', [first, second]],
  ])
  expect(await school.transact(visitsOf)).toEqual([first, second])
})

test('rolls back if a handler fails, without running the following ones', async () => {
  const calls: string[] = []
  const school = await createTestSchool()
  const reactions = createReactions([
    onEvent(visited, (ctx, { url }) => storeVisit(ctx, url)),
    onEvent(visited, async () => {
      throw new Error('handler failed')
    }),
    onEvent(visited, async () => calls.push('last')),
  ])
  const work = school.transact(({ tx: _tx, ...context }) =>
    runTransaction({ ...context, reactions }, { onSchoolInvalidated: () => {} }, async (ctx) => {
      await storeVisit(ctx, '/own')
      await ctx.emit(visited, { url: '/handled' })
    }),
  )
  await expect(work).rejects.toThrow('handler failed')
  expect(calls).toEqual([])
  expect(await school.transact(visitsOf)).toEqual([])
})

test('throws for an event in a process without reactions', async () => {
  await expect(runWith([], (ctx) => ctx.emit(visited, { url: '/a' }))).rejects.toThrow('test_visited')
  await expect(
    (await createTestSchool()).transact((ctx) => ctx.emit(visited, { url: '/a' })),
  ).rejects.toThrow('src/reactions.ts')
})

test('returns the value of a slot, and throws while it is empty', () => {
  const greeting = defineSlot<string>('test_greeting')
  expect(createReactions([fillSlot(greeting, 'hello')]).slot(greeting)).toBe('hello')
  expect(() => createReactions([]).slot(greeting)).toThrow('test_greeting')
  expect(() => createReactions([fillSlot(greeting, 'a'), fillSlot(greeting, 'b')])).toThrow('twice')
})
