import { describe, expect, test } from 'vitest'
import { deleteCourse, restoreCourse, updateCourse } from '#courses/contract.ts'
import { createPaymentPlan, updatePaymentPlan } from '#payment-plans/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  bumpCoursePrice,
  bumpPrice,
  buyWith,
  createBumpSale,
} from '#testing/builders/billing/bump-builder.ts'
import { createSellingSchool, testPrice } from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  createBumpOffer,
  createCheckout,
  deleteBumpOffer,
  getPurchaseQuote,
  listBumpOffers,
  updateBumpOffer,
} from '../contract.ts'

useTestPayments()

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

/** What buyers of the course can add. */
const offeredIn = async ({ school, course }: Awaited<ReturnType<typeof createBumpSale>>) =>
  (await school.visitor().api(getPurchaseQuote, { course_id: course.id })).bumps.map(({ id }) => id)

describe('an offer', () => {
  test('is created, shown with both prices, changed, moved and deleted', async () => {
    const sale = await createBumpSale({ description: 'Twelve lessons' })
    const { school, admin, course, extra, bump } = sale
    expect(bump).toMatchObject({
      course_id: course.id,
      item_name: course.course_name,
      bump_course_name: extra.course_name,
      price: bumpPrice,
      currency: 'NGN',
      state: 'offered',
      offered_count: 0,
      take_rate: null,
      revenue: [],
    })
    const quote = await school.visitor().api(getPurchaseQuote, { course_id: course.id })
    expect(quote).toMatchObject({ total: testPrice, taxes: [], lines: [{ title: course.course_name }] })
    expect(quote.bumps).toEqual([
      {
        id: bump.id,
        course_id: extra.id,
        title: extra.course_name,
        image_url: null,
        headline: 'Go further',
        description: 'Twelve lessons',
        price: bumpPrice,
        regular_price: bumpCoursePrice,
      },
    ])
    const other = await school.course({ price: bumpCoursePrice })
    const second = await admin.api(createBumpOffer, { course_id: course.id, bump_course_id: other.id })
    expect(second).toMatchObject({ price: null, position: 1 })
    await admin.api(updateBumpOffer, { id: second.id, position: 0 })
    expect(await offeredIn(sale)).toEqual([second.id, bump.id])
    await admin.api(updateBumpOffer, { id: second.id, is_on: false })
    expect(await offeredIn(sale)).toEqual([bump.id])
    await admin.api(updateBumpOffer, { id: bump.id, price: null, headline: ' New ', description: '' })
    const changed = await admin.api(listBumpOffers, { course_id: course.id })
    expect(changed.data).toMatchObject([
      { id: second.id, state: 'off', position: 0 },
      { id: bump.id, price: null, headline: 'New', description: '', position: 1 },
    ])
    await admin.api(deleteBumpOffer, { id: second.id })
    expect((await admin.api(listBumpOffers, {})).data).toMatchObject([{ id: bump.id, position: 0 }])
    expect(await codeOf(admin.api(deleteBumpOffer, { id: second.id }))).toBe('not_found')
  })

  test('is shown only while anybody can buy its course', async () => {
    const sale = await createBumpSale()
    const { admin, school, course, extra, bump } = sale
    const stateOf = async () => (await admin.api(listBumpOffers, { course_id: course.id })).data[0]?.state
    const closed: [object, object][] = [
      [{ is_coming_soon: true }, { is_coming_soon: false }],
      [{ disable_direct_registration: true }, { disable_direct_registration: false }],
      [{ price: 0 }, { price: bumpCoursePrice }],
    ]
    for (const [close, open] of closed) {
      await admin.api(updateCourse, { id: extra.id, ...close })
      expect([await offeredIn(sale), await stateOf()]).toEqual([[], 'course_closed'])
      await admin.api(updateCourse, { id: extra.id, ...open })
      expect([await offeredIn(sale), await stateOf()]).toEqual([[bump.id], 'offered'])
    }
    const setPublic = (course_is_public: boolean) =>
      school.transact(({ tx, school_id }) =>
        tx
          .updateTable('courses')
          .set({ course_is_public })
          .where('school_id', '=', school_id)
          .where('id', '=', extra.id)
          .execute(),
      )
    await setPublic(false)
    expect([await offeredIn(sale), await stateOf()]).toEqual([[], 'course_closed'])
    await setPublic(true)
    await admin.api(deleteCourse, { id: extra.id })
    expect([await offeredIn(sale), await stateOf()]).toEqual([[], 'course_closed'])
    await admin.api(restoreCourse, { id: extra.id })
    expect(await offeredIn(sale)).toEqual([bump.id])
    await school.transact(({ tx, school_id, invalidateSchool }) => {
      invalidateSchool()
      return tx
        .updateTable('schools')
        .set({ currency_code: 'USD' })
        .where('school_id', '=', school_id)
        .execute()
    })
    expect([await offeredIn(sale), await stateOf()]).toEqual([[], 'currency_changed'])
  })

  test('follows a lower price of its course, and is part of the price of a lower tier', async () => {
    const { admin, school, course, extra } = await createBumpSale()
    const priceNow = async () => {
      const { bumps } = await school.visitor().api(getPurchaseQuote, { course_id: course.id })
      return bumps.map(({ price, regular_price }) => [price, regular_price])
    }
    await admin.api(updateCourse, { id: extra.id, sale_price: 100_000 })
    expect(await priceNow()).toEqual([[100_000, bumpCoursePrice]])
    await admin.api(updateCourse, { id: extra.id, sale_price: null, price: 200_000 })
    expect(await priceNow()).toEqual([[200_000, null]])
    await admin.api(updateCourse, {
      id: extra.id,
      enable_tiering: true,
      tiering_maximum: 2,
      tiering_prices: [300_000, 900_000],
    })
    expect(await priceNow()).toEqual([[bumpPrice, 300_000]])
  })

  test('is not made for a visitor to see who is not allowed to see the course', async () => {
    const { school, student, course } = await createBumpSale()
    const hidden = await school.course({ price: testPrice, course_is_public: false })
    expect(await codeOf(student.api(getPurchaseQuote, { course_id: hidden.id }))).toBe('not_found')
    await school.enrol(student, hidden)
    expect(await codeOf(student.api(getPurchaseQuote, { course_id: hidden.id }))).toBe('done')
    expect(await codeOf(student.api(getPurchaseQuote, {}))).toBe('invalid_input')
    const both = { course_id: course.id, plan_id: newId() }
    expect(await codeOf(student.api(getPurchaseQuote, both))).toBe('invalid_input')
  })
})

describe('an offer is refused', () => {
  test('as the fourth one, also when they are created at once', async () => {
    const { school, admin, course } = await createBumpSale()
    const courses = await Promise.all([1, 2, 3, 4].map(() => school.course({ price: bumpCoursePrice })))
    const codes = await Promise.all(
      courses.map(({ id }) =>
        codeOf(admin.api(createBumpOffer, { course_id: course.id, bump_course_id: id })),
      ),
    )
    expect(codes.toSorted()).toEqual(['bump_offers_full', 'bump_offers_full', 'done', 'done'])
    expect((await admin.api(listBumpOffers, { course_id: course.id })).data).toHaveLength(3)
  })

  test('for the course itself, a free one, a second time, and at no lower price', async () => {
    const { school, admin, course, extra, bump } = await createBumpSale()
    const add = (input: object) =>
      codeOf(admin.api(createBumpOffer, { course_id: course.id, bump_course_id: extra.id, ...input }))
    const free = await school.course({ price: 0 })
    expect(await add({ bump_course_id: course.id })).toBe('bump_course_unsuitable')
    expect(await add({ bump_course_id: free.id })).toBe('bump_course_unsuitable')
    expect(await add({})).toBe('bump_course_offered')
    expect(await add({ course_id: free.id })).toBe('bump_item_unsuitable')
    const other = await school.course({ price: bumpCoursePrice })
    for (const price of [bumpCoursePrice, bumpCoursePrice + 1])
      expect(await add({ bump_course_id: other.id, price })).toBe('bump_price_too_high')
    for (const price of [0, -1, 1.5, 1e15, '100'])
      expect(await add({ bump_course_id: other.id, price })).toBe('invalid_input')
    const change = (input: object) => codeOf(admin.api(updateBumpOffer, { id: bump.id, ...input }))
    expect(await change({ price: bumpCoursePrice })).toBe('bump_price_too_high')
    expect(await change({ position: 3 })).toBe('invalid_input')
    await admin.api(updateCourse, { id: extra.id, price: 0 })
    expect(await change({ price: 100 })).toBe('bump_course_unsuitable')
  })

  test('with ids of another school', async () => {
    const { admin, course, extra, bump } = await createBumpSale()
    const { course: foreign, school } = await createSellingSchool()
    const other = await school.admin()
    const add = (input: { course_id?: string; plan_id?: string; bump_course_id: string }) =>
      codeOf(admin.api(createBumpOffer, input))
    expect(await add({ course_id: course.id, bump_course_id: foreign.id })).toBe('not_found')
    expect(await add({ course_id: foreign.id, bump_course_id: extra.id })).toBe('not_found')
    expect(await add({ plan_id: newId(), bump_course_id: extra.id })).toBe('not_found')
    expect(await add({ bump_course_id: extra.id })).toBe('invalid_input')
    expect(await codeOf(other.api(updateBumpOffer, { id: bump.id, is_on: false }))).toBe('not_found')
    expect(await codeOf(other.api(deleteBumpOffer, { id: bump.id }))).toBe('not_found')
    expect((await other.api(listBumpOffers, {})).data).toEqual([])
  })
})

test('a plan that is paid once has offers of courses that are not part of it', async () => {
  const { admin, student, course, extra } = await createBumpSale()
  const plan = { name: 'Bundle', price: testPrice, course_ids: [course.id] }
  const publish = (kind: object) =>
    admin.api(createPaymentPlan, { kind: 'one_time', status: 'published', ...plan, ...kind })
  const { id: plan_id } = await publish({})
  const monthly = await publish({ kind: 'subscription', interval: 'month' })
  const add = (input: { plan_id: string; bump_course_id: string }) =>
    codeOf(admin.api(createBumpOffer, input))
  expect(await add({ plan_id: monthly.id, bump_course_id: extra.id })).toBe('bump_item_unsuitable')
  expect(await add({ plan_id, bump_course_id: course.id })).toBe('bump_course_unsuitable')
  const bump = await admin.api(createBumpOffer, { plan_id, bump_course_id: extra.id })
  expect(bump).toMatchObject({ item_name: 'Bundle', state: 'offered' })
  const offered = async () => (await student.api(getPurchaseQuote, { plan_id })).bumps.map(({ id }) => id)
  expect(await offered()).toEqual([bump.id])
  expect((await student.api(getPurchaseQuote, { plan_id: monthly.id })).bumps).toEqual([])
  const bumps = [{ id: bump.id, price: bumpCoursePrice }]
  expect(await codeOf(student.api(createCheckout, { plan_id: monthly.id, bumps }))).toBe('bump_unavailable')
  await admin.api(updatePaymentPlan, { id: plan_id, course_ids: [course.id, extra.id] })
  expect(await offered()).toEqual([])
  expect((await admin.api(listBumpOffers, { plan_id })).data).toMatchObject([{ state: 'included' }])
})

test('its orders are counted once, and its revenue follows refunds', async () => {
  const sale = await createBumpSale()
  const { school, admin, course, bumps, bump } = sale
  await buyWith(sale, await school.student(), { bumps })
  await buyWith(sale, await school.student(), { bumps: [] })
  await buyWith(sale, await school.student(), {})
  await (await school.student()).api(createCheckout, { course_id: course.id, bumps })
  const [listed] = (await admin.api(listBumpOffers, {})).data
  expect(listed).toMatchObject({
    id: bump.id,
    offered_count: 2,
    accepted_count: 1,
    take_rate: 5_000,
    revenue: [{ currency: 'NGN', amount: bumpPrice }],
  })
  const file = await admin.request({
    method: 'GET',
    url: '/api/payments/v1/bump-offers',
    headers: { accept: 'text/csv' },
  })
  expect(file.text.trim().split('\r\n')).toHaveLength(2)
  expect(file.text).toContain(course.course_name)
})
