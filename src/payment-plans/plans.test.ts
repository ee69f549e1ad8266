import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import {
  createPaymentPlan,
  deletePaymentPlan,
  getPaymentPlan,
  getPlanOffer,
  listPaymentPlans,
  listPlansForStaff,
  updatePaymentPlan,
} from './contract.ts'
import { maxPlans } from './policy.ts'

/** A school with two courses, and the values of a plan that opens both in three instalments. */
async function planSchool() {
  const school = await createTestSchool({ currency_code: 'USD' })
  const admin = await school.admin()
  const courses = [await school.course({ price: 100 }), await school.course({ price: 200 })]
  const course_ids = courses.map(({ id }) => id)
  const values = {
    name: ' Both courses ',
    kind: 'instalments',
    price: 10_000,
    instalment_count: 3,
    interval: 'month',
    course_ids,
    status: 'published',
  } as const
  return { school, admin, course_ids, values }
}

describe('a payment plan', () => {
  test('is created with exact instalments, and visitors see it once it is published', async () => {
    const { school, admin, values, course_ids } = await planSchool()
    const plan = await admin.api(createPaymentPlan, { ...values, status: 'draft' })
    expect(plan).toMatchObject({
      name: 'Both courses',
      currency: 'USD',
      instalments: [3_334, 3_333, 3_333],
      status: 'draft',
      position: 0,
      buyer_count: 0,
    })
    expect(plan.courses.map(({ id }) => id)).toEqual(course_ids)
    const visitor = school.visitor()
    const list = (course_id?: string) =>
      visitor.api(listPaymentPlans, { id: school.school_id, ...(course_id && { course_id }) })
    expect((await list()).data).toEqual([])
    await expect(visitor.api(getPlanOffer, { id: plan.id })).rejects.toMatchObject({ status: 404 })
    await admin.api(updatePaymentPlan, { id: plan.id, status: 'published' })
    const offer = await visitor.api(getPlanOffer, { id: plan.id })
    expect(offer).toMatchObject({ id: plan.id, instalments: plan.instalments, courses: plan.courses })
    expect(Object.keys(offer)).not.toContain('buyer_count')
    expect((await list()).data).toEqual([offer])
    expect((await list(course_ids[1])).data).toEqual([offer])
    expect((await list(newId())).data).toEqual([])
    await admin.api(updatePaymentPlan, { id: plan.id, status: 'archived' })
    expect((await list()).data).toEqual([])
    expect(await admin.api(getPaymentPlan, { id: plan.id })).toMatchObject({ status: 'archived' })
    expect((await admin.api(listPlansForStaff, { status: 'published' })).data).toEqual([])
  })

  test('leaves the public list when the school changes its currency', async () => {
    const { school, admin, values } = await planSchool()
    const { id } = await admin.api(createPaymentPlan, values)
    await school.transact(({ tx, school_id }) =>
      tx.updateTable('schools').set({ currency_code: 'EUR' }).where('school_id', '=', school_id).execute(),
    )
    expect((await school.visitor().api(listPaymentPlans, { id: school.school_id })).data).toEqual([])
    expect(await admin.api(getPaymentPlan, { id })).toMatchObject({ currency: 'USD' })
  })

  test('moves to another place in the list', async () => {
    const { admin, values } = await planSchool()
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await admin.api(createPaymentPlan, { ...values, name })).id)
    await admin.api(updatePaymentPlan, { id: ids[2]!, position: 0 })
    const order = async () => (await admin.api(listPlansForStaff, {})).data.map(({ name }) => name)
    expect(await order()).toEqual(['C', 'A', 'B'])
    await admin.api(updatePaymentPlan, { id: ids[2]!, position: 99 })
    expect(await order()).toEqual(['A', 'B', 'C'])
    const first = await admin.api(listPlansForStaff, { limit: 2 })
    const next = await admin.api(listPlansForStaff, { limit: 2, cursor: first.next_cursor! })
    expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(ids)
  })

  test('is deleted while nobody has bought it', async () => {
    const { admin, values } = await planSchool()
    const { id } = await admin.api(createPaymentPlan, values)
    expect(await admin.api(deletePaymentPlan, { id })).toEqual({ outcome: 'deleted' })
    for (const call of [getPaymentPlan, updatePaymentPlan, deletePaymentPlan])
      await expect(admin.api(call, { id })).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['an amount below the minimum', { price: 599 }, 'price'],
    ['a course of another school', { course_ids: [newId()] }, 'course_ids'],
    ['a trial', { trial_days: 3 }, 'trial_days'],
  ])('refuses %s', async (_name, change, path) => {
    const { admin, values } = await planSchool()
    const { id } = await admin.api(createPaymentPlan, values)
    for (const call of [
      () => admin.api(createPaymentPlan, { ...values, ...change }),
      () => admin.api(updatePaymentPlan, { id, ...change }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 422, errors: [{ path }] })
    expect(await admin.api(getPaymentPlan, { id })).toMatchObject({ price: 10_000 })
  })

  test('is refused beyond the limit of a school', async () => {
    const { school, admin, values, course_ids } = await planSchool()
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('payment_plans')
        .values(
          Array.from({ length: maxPlans }, (_, position) => ({
            school_id,
            id: newId(),
            name: 'Plan',
            kind: 'one_time',
            price: 1_000,
            currency: 'USD',
            status: 'draft',
            position,
            created_by: admin.id,
          })),
        )
        .execute(),
    )
    await expect(admin.api(createPaymentPlan, { ...values, course_ids })).rejects.toMatchObject({
      status: 409,
      code: 'too_many_plans',
    })
  })

  test('belongs to its school, and only admins manage it', async () => {
    const { school, admin, values } = await planSchool()
    const { id } = await admin.api(createPaymentPlan, values)
    const other = await createTestSchool({ currency_code: 'USD' })
    const foreignAdmin = await other.admin()
    for (const call of [getPaymentPlan, updatePaymentPlan, deletePaymentPlan, getPlanOffer])
      await expect(foreignAdmin.api(call, { id })).rejects.toMatchObject({ status: 404 })
    await expect(other.visitor().api(listPaymentPlans, { id: school.school_id })).rejects.toMatchObject({
      status: 404,
    })
    for (const [user, status] of [
      [school.visitor(), 401],
      [await school.student(), 403],
      [await school.teacher(), 403],
    ] as const)
      for (const call of [getPaymentPlan, updatePaymentPlan, deletePaymentPlan])
        await expect(user.api(call, { id })).rejects.toMatchObject({ status })
  })
})
