import { afterEach, describe, expect, test } from 'vitest'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, resetClock, setClock } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

afterEach(() => resetClock())

const price = 750_000

describe('staff', () => {
  test('create, find, change and delete a coupon', async () => {
    const school = await createTestSchool({ currency_code: 'NGN' })
    const admin = await school.admin()
    const course = await school.course({ price })
    const coupon = await admin.api(contract.createCoupon, {
      code: 'launch20',
      percent_off: 20,
      max_uses: 10,
      starts_on: '2026-01-01',
      ends_on: '2099-12-31',
      course_ids: [course.id],
    })
    expect(coupon).toMatchObject({
      code: 'LAUNCH20',
      percent_off: 20,
      amount_off: null,
      currency: null,
      starts_on: '2026-01-01',
      ends_on: '2099-12-31',
      courses: [{ id: course.id, course_name: course.course_name }],
      applies_to_all_courses: false,
      once_per_person: true,
      state: 'active',
      used_count: 0,
    })
    expect((await admin.api(contract.listCoupons, { search: 'unch' })).data).toEqual([coupon])
    expect((await admin.api(contract.listCoupons, { search: 'other' })).data).toEqual([])
    const changed = await admin.api(contract.updateCoupon, {
      id: coupon.id,
      max_uses: null,
      ends_on: '2099-11-30',
      course_ids: null,
    })
    expect(changed).toMatchObject({ max_uses: null, courses: [], applies_to_all_courses: true })
    expect(changed).toMatchObject({ starts_on: '2026-01-01', ends_on: '2099-11-30' })
    const paused = await admin.api(contract.updateCoupon, { id: coupon.id, is_paused: true })
    expect(paused.state).toBe('paused')
    expect((await admin.api(contract.getCoupon, { id: coupon.id })).state).toBe('paused')
    await admin.api(contract.deleteCoupon, { id: coupon.id })
    expect((await admin.api(contract.listCoupons, {})).data).toEqual([])
  })

  test('choose plans for a coupon, and take them back', async () => {
    const school = await createTestSchool({ currency_code: 'NGN' })
    const admin = await school.admin()
    const course = await school.course({ price })
    const plan = await admin.api(createPaymentPlan, {
      name: 'Every month',
      kind: 'subscription',
      interval: 'month',
      price,
      course_ids: [course.id],
    })
    const values = { code: 'MONTHS', free_months: 2, plan_ids: [plan.id] }
    const coupon = await admin.api(contract.createCoupon, values)
    const scope = { plans: [{ id: plan.id, name: 'Every month' }], applies_to_all_courses: false }
    expect(coupon).toMatchObject({ percent_off: null, amount_off: null, free_months: 2, ...scope })
    const both = await admin.api(contract.updateCoupon, { id: coupon.id, course_ids: [course.id] })
    expect(both).toMatchObject({ ...scope, courses: [{ id: course.id }] })
    expect(await admin.api(contract.updateCoupon, { id: coupon.id, course_ids: null })).toMatchObject(scope)
    const all = await admin.api(contract.updateCoupon, { id: coupon.id, plan_ids: null })
    expect(all).toMatchObject({ plans: [], applies_to_all_courses: true })
    await admin.api(contract.updateCoupon, { id: coupon.id, plan_ids: [plan.id] })
    await admin.api(contract.deleteCoupon, { id: coupon.id })
  })

  test('keep the currency of an amount', async () => {
    const school = await createTestSchool({ currency_code: 'ngn' })
    const admin = await school.admin()
    const coupon = await admin.api(contract.createCoupon, { code: 'OFF', amount_off: 5_000 })
    expect(coupon).toMatchObject({ amount_off: 5_000, currency: 'NGN', percent_off: null })
  })

  test.each([
    ['both values', { percent_off: 5, amount_off: 5 }],
    ['no value', {}],
    ['more than the whole price', { percent_off: 101 }],
    ['a part of a minor unit', { amount_off: 0.5 }],
    ['an impossible date', { percent_off: 5, ends_on: '2026-02-30' }],
    ['an end before its start', { percent_off: 5, starts_on: '2026-03-02', ends_on: '2026-03-01' }],
    ['an unknown course', { percent_off: 5, course_ids: [newId()] }],
    ['an unknown plan', { percent_off: 5, plan_ids: [newId()] }],
    ['free months beside a percentage', { percent_off: 5, free_months: 1 }],
    ['more free months than two years', { free_months: 25 }],
    ['a code with a space', { percent_off: 5, code: 'A B C' }],
  ])('cannot create a coupon with %s', async (_name, values) => {
    const admin = await (await createTestSchool()).admin()
    const body = { code: 'CODE', ...values }
    const answer = await admin.request({ method: 'POST', url: '/api/coupons/v1/coupons', body })
    expect(answer.status).toBe(422)
    expect((await admin.api(contract.listCoupons, {})).data).toEqual([])
  })

  test('cannot use a course of another school or a code twice', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const other = await (await createTestSchool()).course({ price })
    const foreign = admin.api(contract.createCoupon, { code: 'X10', percent_off: 1, course_ids: [other.id] })
    await expect(foreign).rejects.toMatchObject({ status: 422 })
    await admin.api(contract.createCoupon, { code: 'X10', percent_off: 1 })
    const second = admin.api(contract.createCoupon, { code: 'x10', percent_off: 2 })
    await expect(second).rejects.toMatchObject({ status: 409, code: 'coupon_code_taken' })
    const elsewhere = await (await createTestSchool()).admin()
    await elsewhere.api(contract.createCoupon, { code: 'X10', percent_off: 1 })
  })

  test('filter by the state that the list shows, page by page', async () => {
    setClock(new Date('2026-11-23T12:00:00Z'))
    const school = await createTestSchool()
    const admin = await school.admin()
    const create = (code: string, values: object) =>
      admin.api(contract.createCoupon, { code, percent_off: 10, ...values })
    await create('ACTIVE-1', {})
    await create('ACTIVE-2', { ends_on: '2026-11-23' })
    await create('EXPIRED', { ends_on: '2026-11-22' })
    await create('SCHEDULED', { starts_on: '2026-11-24' })
    const { id } = await create('PAUSED', {})
    await admin.api(contract.updateCoupon, { id, is_paused: true })
    for (const state of ['active', 'expired', 'scheduled', 'paused', 'used_up'] as const) {
      const { data } = await admin.api(contract.listCoupons, { state })
      expect(data.map((coupon) => coupon.state)).toEqual(data.map(() => state))
      expect(data).toHaveLength(state === 'active' ? 2 : state === 'used_up' ? 0 : 1)
    }
    const first = await admin.api(contract.listCoupons, { limit: 3 })
    const second = await admin.api(contract.listCoupons, { limit: 3, cursor: first.next_cursor! })
    const codes = [...first.data, ...second.data].map(({ code }) => code)
    expect(new Set(codes).size).toBe(5)
    expect(second.next_cursor).toBeNull()
  })
})

describe('the preview of a price', () => {
  test('shows the discount to visitors, in any case of the code', async () => {
    const school = await createTestSchool({ currency_code: 'NGN' })
    const course = await school.course({ price })
    await (await school.admin()).api(contract.createCoupon, { code: 'SAVE20', percent_off: 20 })
    const preview = await school
      .visitor()
      .api(contract.previewCoupon, { course_id: course.id, code: ' save20 ' })
    expect(preview).toMatchObject({
      code: 'SAVE20',
      currency: 'NGN',
      price,
      discount: 150_000,
      total: 600_000,
    })
  })

  test('ends with the last day in the school’s time zone', async () => {
    const school = await createTestSchool({ time_zone: 'Africa/Lagos' })
    const course = await school.course({ price })
    const admin = await school.admin()
    const dates = { starts_on: '2026-11-23', ends_on: '2026-11-23' }
    await admin.api(contract.createCoupon, { code: 'TODAY', percent_off: 20, ...dates })
    const previewAt = (time: string) => {
      setClock(new Date(time))
      return school
        .visitor()
        .api(contract.previewCoupon, { course_id: course.id, code: 'TODAY' })
        .then(
          () => 'valid',
          (error: { code: string }) => error.code,
        )
    }
    expect(await previewAt('2026-11-22T22:59:59Z')).toBe('coupon_not_started')
    expect(await previewAt('2026-11-22T23:00:00Z')).toBe('valid')
    expect(await previewAt('2026-11-23T22:59:59Z')).toBe('valid')
    expect(await previewAt('2026-11-23T23:00:00Z')).toBe('coupon_expired')
  })

  test('does not show the price of a private course', async () => {
    const school = await createTestSchool()
    const course = await school.course({ price, course_is_public: false })
    await (await school.admin()).api(contract.createCoupon, { code: 'SAVE20', percent_off: 20 })
    for (const person of [school.visitor(), await school.student()])
      await expect(
        person.api(contract.previewCoupon, { course_id: course.id, code: 'SAVE20' }),
      ).rejects.toMatchObject({ status: 404 })
  })
})
