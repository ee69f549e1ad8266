import { expect, test } from 'vitest'
import { insertEntitlements } from '#testing/builders/payment-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as courseAccess from './index.ts'

const started = new Date('2026-01-01')
const end = new Date('2027-01-01')

/** An order line that has opened a course for its buyer for a trial, until `end`. */
async function createSale() {
  const school = await createTestSchool()
  const people = { buyer: await school.student(), friend: await school.student() }
  const courses = { algebra: await school.course(), boats: await school.course() }
  await insertEntitlements(school, {
    student_id: people.buyer.id,
    course_id: courses.algebra.id,
    entitlements: [{ starts_at: started, ends_at: end, revoked_at: null }],
  })
  const rows = () =>
    school.transact(({ tx, school_id }) =>
      tx.selectFrom('entitlements').where('school_id', '=', school_id).selectAll().execute(),
    )
  const [{ line_id, id }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]]
  const change = (columns: object) =>
    school.transact(({ tx, school_id }) =>
      tx
        .updateTable('entitlements')
        .set(columns)
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .execute(),
    )
  await change({ reason: 'trial' })
  const find = async (person: { id: string }, course: { id: string }) =>
    (await rows()).find((row) => row.user_id === person.id && row.course_id === course.id)
  return { school, line_id, ...people, ...courses, find, change }
}

test('keeps the start of an entitlement that is granted again, and takes back its revocation', async () => {
  const { school, line_id, buyer, algebra, find } = await createSale()
  const grant = {
    user_id: buyer.id,
    line_id,
    course_ids: [algebra.id],
    reason: 'paid',
    ends_at: null,
  } as const
  await school.transact((ctx) => courseAccess.revokeEntitlements(ctx, line_id, 'ended'))
  expect(await find(buyer, algebra)).toMatchObject({ reason: 'trial', revocation_reason: 'ended' })
  await school.transact((ctx) => courseAccess.grantEntitlements(ctx, grant))
  expect(await find(buyer, algebra)).toMatchObject({
    starts_at: started,
    ends_at: null,
    revoked_at: null,
    reason: 'paid',
    revocation_reason: null,
  })
})

test('replaces the courses of one person, and leaves other people of the line theirs', async () => {
  const { school, line_id, buyer, friend, algebra, boats, find } = await createSale()
  const grant = { line_id, reason: 'paid', ends_at: end } as const
  await school.transact(async (ctx) => {
    await courseAccess.grantEntitlements(ctx, { ...grant, user_id: friend.id, course_ids: [algebra.id] })
    await courseAccess.replaceEntitlements(ctx, { ...grant, user_id: buyer.id, course_ids: [boats.id] })
  })
  expect(await find(buyer, algebra)).toMatchObject({ revocation_reason: 'ended' })
  expect((await find(buyer, algebra))!.revoked_at).not.toBeNull()
  expect(await find(buyer, boats)).toMatchObject({ revoked_at: null, ends_at: end })
  expect(await find(friend, algebra)).toMatchObject({ revoked_at: null })
})

test('revokes everything of the person when the new plan has no course', async () => {
  const { school, line_id, buyer, friend, algebra, find } = await createSale()
  const grant = { line_id, reason: 'paid', ends_at: end } as const
  await school.transact(async (ctx) => {
    await courseAccess.grantEntitlements(ctx, { ...grant, user_id: friend.id, course_ids: [algebra.id] })
    await courseAccess.replaceEntitlements(ctx, { ...grant, user_id: buyer.id, course_ids: [] })
  })
  expect(await find(buyer, algebra)).toMatchObject({ revocation_reason: 'ended' })
  expect(await find(friend, algebra)).toMatchObject({ revoked_at: null })
})

test('restores what was revoked for this reason, with the reason of the grant', async () => {
  const { school, line_id, buyer, algebra, find } = await createSale()
  await school.transact((ctx) => courseAccess.revokeEntitlements(ctx, line_id, 'dispute'))
  const restore = (reason: courseAccess.RevocationReason) =>
    school.transact((ctx) => courseAccess.restoreEntitlements(ctx, line_id, reason))
  expect(await restore('refunded')).toEqual([])
  expect(await find(buyer, algebra)).toMatchObject({ reason: 'trial', revocation_reason: 'dispute' })
  expect(await restore('dispute')).toEqual([{ user_id: buyer.id, course_id: algebra.id }])
  expect(await find(buyer, algebra)).toMatchObject({
    reason: 'trial',
    revocation_reason: null,
    revoked_at: null,
  })
})

test('restores what the previous release revoked, which wrote the reason over that of the grant', async () => {
  const { school, line_id, buyer, algebra, find, change } = await createSale()
  await change({ reason: 'refunded', revoked_at: new Date() })
  const restored = await school.transact((ctx) => courseAccess.restoreEntitlements(ctx, line_id, 'refunded'))
  expect(restored).toHaveLength(1)
  expect(await find(buyer, algebra)).toMatchObject({ reason: 'paid', revoked_at: null })
})

test('sets the end of revoked entitlements too, so that a restored one does not outlive the plan', async () => {
  const { school, line_id, buyer, algebra, find } = await createSale()
  const canceled = new Date('2026-06-01')
  await school.transact(async (ctx) => {
    await courseAccess.revokeEntitlements(ctx, line_id, 'dispute')
    await courseAccess.limitEntitlements(ctx, line_id, canceled)
    await courseAccess.restoreEntitlements(ctx, line_id, 'dispute')
  })
  expect(await find(buyer, algebra)).toMatchObject({ revoked_at: null, ends_at: canceled })
})

test('finds order lines of revoked entitlements only on request', async () => {
  const { school, line_id, buyer, algebra } = await createSale()
  const entitled = { user_id: buyer.id, course_id: algebra.id }
  const lines = (withRevoked: boolean) =>
    school.transact((ctx) => courseAccess.findEntitlingLines(ctx, { ...entitled, withRevoked }))
  expect(await lines(false)).toEqual([line_id])
  await school.transact((ctx) => courseAccess.revokeEntitlements(ctx, line_id, 'refunded'))
  expect([await lines(false), await lines(true)]).toEqual([[], [line_id]])
})

test('finds every course of a line', async () => {
  const { school, line_id, buyer, algebra } = await createSale()
  const others = await Promise.all(Array.from({ length: 101 }, () => school.course()))
  const course_ids = others.map(({ id }) => id)
  const grant = { user_id: buyer.id, line_id, course_ids, reason: 'paid', ends_at: null } as const
  const found = await school.transact(async (ctx) => {
    await courseAccess.grantEntitlements(ctx, grant)
    return courseAccess.findEntitledCourses(ctx, [line_id])
  })
  expect(found).toEqual([algebra.id, ...course_ids].toSorted())
})
