import { describe, expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import { getMyEnrolment } from '#learning/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createSellingSchool, readBooks, runPaymentJobs } from '#testing/builders/payments-builder.ts'
import {
  buyForOthers,
  codeIn,
  createSeatSale,
  giftFor,
  mailsTo,
  readSeats,
  refusalOf,
  type SeatSale,
} from '#testing/builders/plans/seats-builder.ts'
import { setClock, type TestUser } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  createCheckout,
  endSeat,
  getMySeats,
  getSeatOffer,
  inviteToSeats,
  listMyOrders,
  readSeatCode,
  redeemSeatCode,
  refundOrder,
  resendSeat,
  takeMySeat,
  updateGift,
  updateSeatLink,
} from '../contract.ts'

const payments = useTestPayments()

const hasAccess = async (student: TestUser, { course }: Pick<SeatSale, 'course'>) =>
  (await student.api(getMyEnrolment, { course_id: course.id })).has_access

/** A paid gift whose mail was sent, and the code of its link. */
async function sentGift(details: object = {}) {
  const sale = await createSeatSale(giftFor('ada@people.test', details))
  await runPaymentJobs(sale.school)
  const { seats } = await readSeats(sale)
  return { ...sale, seat: seats[0]!, code: codeIn(seats[0]!.url) }
}

describe('a gift', () => {
  test('entitles nobody until the recipient redeems it, and then the recipient', async () => {
    const { school, course, buyer, order, code, seat } = await sentGift()
    expect(order).toMatchObject({ status: 'paid', lines: [{ purpose: 'gift', quantity: 1 }] })
    expect(seat).toMatchObject({ state: 'sent', email: 'ada@people.test', name: 'Ada Obi', person: null })
    expect((await readBooks(school, buyer)).entitlements).toEqual([])
    expect(await hasAccess(buyer, { course })).toBe(false)
    const [mail] = await mailsTo(school, 'ada@people.test')
    expect(mail).toMatchObject({ kind: 'gift', user_id: null })
    expect(mail!.text).toContain(`/redeem?code=${code}`)
    expect(mail!.text).toContain('Happy birthday!')

    const shown = await school.visitor().api(readSeatCode, { code })
    expect(shown).toMatchObject({
      state: 'open',
      purpose: 'gift',
      course_id: course.id,
      name: 'Ada Obi',
      message: 'Happy birthday!',
      is_mine: false,
    })
    const recipient = await school.student()
    const redeemed = await recipient.api(redeemSeatCode, { code })
    expect(redeemed).toEqual({ course_id: course.id, enrolment_status: 'approved' })
    expect(await hasAccess(recipient, { course })).toBe(true)
    const { entitlements } = await readBooks(school, recipient)
    expect(entitlements).toMatchObject([{ line_id: order.lines[0]!.id, revoked_at: null, reason: 'paid' }])
    expect((await readBooks(school, buyer)).entitlements).toEqual([])
    expect((await readSeats({ buyer, order })).seats).toMatchObject([
      { state: 'taken', url: null, person: { id: recipient.id } },
    ])
    // The same person may click again.
    expect(await recipient.api(redeemSeatCode, { code })).toEqual(redeemed)
    expect(await recipient.api(readSeatCode, { code })).toMatchObject({ state: 'used', is_mine: true })
  })

  test('is redeemed once, also when several people try at the same moment', async () => {
    const { school, code } = await sentGift()
    const people = await Promise.all([1, 2, 3, 4].map(() => school.student()))
    const results = await Promise.all(people.map((one) => refusalOf(one.api(redeemSeatCode, { code }))))
    expect(results.toSorted()).toEqual(['done', 'seat_code_used', 'seat_code_used', 'seat_code_used'])
  })

  test('stays usable for another person after one who has the course opened it', async () => {
    const { school, course, code } = await sentGift()
    const owner = await school.student()
    await school.enrol(owner, course)
    expect(await owner.api(readSeatCode, { code })).toMatchObject({ state: 'owned' })
    expect(await refusalOf(owner.api(redeemSeatCode, { code }))).toBe('seat_course_owned')
    expect(await refusalOf((await school.student()).api(redeemSeatCode, { code }))).toBe('done')
  })

  test('is mailed on the morning of its day in the school’s time zone', async () => {
    const sale = await createSellingSchool('paystack')
    await sale.school.transact(({ tx, school_id }) =>
      tx
        .updateTable('schools')
        .set({ time_zone: 'Africa/Lagos' })
        .where('school_id', '=', school_id)
        .execute(),
    )
    const today = new Date().toISOString().slice(0, 10)
    const day = new Date(Date.parse(today) + 9 * 86_400_000).toISOString().slice(0, 10)
    const order = await buyForOthers(sale, giftFor('ada@people.test', { send_on: day }))
    const buyer = sale.student
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toEqual([])
    expect((await readSeats({ buyer, order })).seats).toMatchObject([{ state: 'scheduled', send_on: day }])
    // 6:59 UTC is 7:59 in Lagos.
    setClock(new Date(`${day}T06:59:00Z`))
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toEqual([])
    setClock(new Date(`${day}T07:00:01Z`))
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toHaveLength(1)
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toHaveLength(1)
  })

  test('waits for the next day when the school may mail no more people today, and its link works before', async () => {
    const sale = await createSeatSale(giftFor('ada@people.test'))
    const day = Math.floor(Date.now() / 86_400_000)
    await sale.school.transact(({ tx, school_id }) =>
      tx
        .insertInto('external_mail_counts')
        .values({ school_id, day, cause: 'school', sent: 1_000_000 })
        .onConflict((oc) => oc.columns(['school_id', 'day', 'cause']).doUpdateSet({ sent: 1_000_000 }))
        .execute(),
    )
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toEqual([])
    const { seats } = await readSeats(sale)
    expect(seats).toMatchObject([{ state: 'scheduled' }])
    setClock(new Date((day + 1) * 86_400_000 + 1_000))
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toHaveLength(1)
    expect(
      await refusalOf((await sale.school.student()).api(redeemSeatCode, { code: codeIn(seats[0]!.url) })),
    ).toBe('done')
  })

  test('goes to another address with another link, and the first link ends', async () => {
    const { school, buyer, order, seat, code } = await sentGift()
    const change = { id: order.id, seat_id: seat.id, name: 'Ben', email: 'Ben@People.test', message: '' }
    const { seats } = await buyer.api(updateGift, change)
    expect(seats).toMatchObject([{ email: 'ben@people.test', name: 'Ben', state: 'waiting' }])
    const student = await school.student()
    expect(await school.visitor().api(readSeatCode, { code })).toMatchObject({ state: 'replaced' })
    expect(await refusalOf(student.api(redeemSeatCode, { code }))).toBe('seat_code_replaced')
    await runPaymentJobs(school)
    expect(await mailsTo(school, 'ben@people.test')).toHaveLength(1)
    expect(await refusalOf(student.api(redeemSeatCode, { code: codeIn(seats[0]!.url) }))).toBe('done')
    const again = { ...change, seat_id: seats[0]!.id }
    expect(await refusalOf(buyer.api(updateGift, again))).toBe('seat_taken')
    expect(await refusalOf(buyer.api(resendSeat, { id: order.id, seat_id: seats[0]!.id }))).toBe('seat_taken')
  })

  test('keeps its link when only name or message change, and is mailed again on request', async () => {
    const { school, buyer, order, seat, code } = await sentGift()
    const ids = { id: order.id, seat_id: seat.id }
    const changed = await buyer.api(updateGift, {
      ...ids,
      email: 'ada@people.test',
      name: 'Ada',
      message: 'Hi',
    })
    expect(changed.seats).toMatchObject([{ id: seat.id, name: 'Ada', message: 'Hi', state: 'sent' }])
    await buyer.api(resendSeat, ids)
    await runPaymentJobs(school)
    const mails = await mailsTo(school, 'ada@people.test')
    expect(mails).toHaveLength(2)
    expect(mails.every(({ text }) => text.includes(code))).toBe(true)
  })

  test('of a day that has not come can be sent at once, or on another day', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const sale = await createSeatSale(giftFor('ada@people.test', { send_on: day(20) }))
    const { seats } = await readSeats(sale)
    const ids = { id: sale.order.id, seat_id: seats[0]!.id }
    const moved = await sale.buyer.api(updateGift, {
      ...ids,
      email: 'ada@people.test',
      name: 'Ada',
      send_on: day(30),
    })
    expect(moved.seats).toMatchObject([{ state: 'scheduled', send_on: day(30) }])
    await sale.buyer.api(resendSeat, ids)
    await runPaymentJobs(sale.school)
    expect(await mailsTo(sale.school, 'ada@people.test')).toHaveLength(1)
  })
})

describe('a purchase as a gift', () => {
  test('is possible for a course that the buyer has, at the full price', async () => {
    const sale = await createSellingSchool('paystack')
    const first = await buyForOthers(sale, {})
    expect(first).toMatchObject({ lines: [{ purpose: 'self', courses: [{ enrolment_status: 'approved' }] }] })
    const gift = await buyForOthers(sale, giftFor('ada@people.test'))
    expect(gift).toMatchObject({ status: 'paid', total: first.total, lines: [{ purpose: 'gift' }] })
  })

  test('of one course for two people makes two orders; for the same person it continues the first', async () => {
    const sale = await createSellingSchool('paystack')
    const start = (email: string, details = {}) =>
      sale.student.api(createCheckout, { course_id: sale.course.id, ...giftFor(email, details) })
    const ada = await start('ada@people.test')
    const ben = await start('ben@people.test')
    expect(ben.order_id).not.toBe(ada.order_id)
    const again = await start('ADA@people.test', { name: 'Ada O.', message: 'New' })
    expect(again).toEqual(ada)
    const { seats } = await sale.student.api(getMySeats, { id: ada.order_id })
    expect(seats).toEqual([])
    const statuses = (await sale.student.api(listMyOrders, {})).data.map(({ status }) => status)
    expect(statuses).toEqual(['awaiting_payment', 'awaiting_payment'])
    expect(await sale.student.api(createCheckout, { order_id: ada.order_id })).toEqual(ada)
  })

  test('costs nothing with a coupon that takes off everything', async () => {
    const sale = await createSellingSchool('paystack')
    await (await sale.school.admin()).api(createCoupon, { code: 'ALL', percent_off: 100 })
    const order = await buyForOthers(sale, { ...giftFor('ada@people.test'), coupon_code: 'ALL' })
    expect(order).toMatchObject({ status: 'paid', total: 0 })
    const { seats } = await readSeats({ buyer: sale.student, order })
    const recipient = await sale.school.student()
    await recipient.api(redeemSeatCode, { code: codeIn(seats[0]!.url) })
    expect(await hasAccess(recipient, sale)).toBe(true)
  })

  test('of a tier opens that tier, also for a person with a lower one', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({
      price: 100_000,
      enable_tiering: true,
      tiering_maximum: 2,
      tiering_prices: JSON.stringify([100_000, 300_000]),
    })
    expect(await student.api(getSeatOffer, { id: course.id })).toMatchObject({
      prices: [100_000, 300_000],
      enable_tiering: true,
      seats_offered: false,
    })
    const order = await buyForOthers({ student, course }, { ...giftFor('ada@people.test'), tier: 2 })
    expect(order).toMatchObject({ total: 300_000, lines: [{ kind: 'tier', tier: 2 }] })
    const { seats } = await readSeats({ buyer: student, order })
    const recipient = await school.student()
    await school.enrol(recipient, course, { tier: 1 })
    await recipient.api(redeemSeatCode, { code: codeIn(seats[0]!.url) })
    expect(await recipient.api(getMyEnrolment, { course_id: course.id })).toMatchObject({ tier: 2 })
  })

  test.each([
    ['an invalid address', { gift: { email: 'ada', name: 'Ada' } }],
    ['no name', { gift: { email: 'ada@people.test', name: ' ' } }],
    ['a long message', giftFor('ada@people.test', { message: 'x'.repeat(1_001) })],
    ['a day that has passed', giftFor('ada@people.test', { send_on: '2020-01-01' })],
    ['a day far away', giftFor('ada@people.test', { send_on: '2090-01-01' })],
    ['a day that no calendar has', giftFor('ada@people.test', { send_on: '2027-02-30' })],
    ['seats too', { ...giftFor('ada@people.test'), seats: 2 }],
    ['an order too', { ...giftFor('ada@people.test'), order_id: '0197a000-0000-7000-8000-000000000000' }],
  ])('is refused with %s', async (_name, body) => {
    const { student, course } = await createSellingSchool('paystack')
    const url = '/api/payments/v1/checkout'
    const answer = await student.request({ method: 'POST', url, body: { course_id: course.id, ...body } })
    expect(answer.status).toBe(422)
    expect((await student.api(listMyOrders, {})).data).toEqual([])
  })

  test('is not changed before it is paid', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({ price: 1_000_00 })
    const gift = giftFor('ada@people.test')
    const { order_id: id } = await student.api(createCheckout, { course_id: course.id, ...gift })
    const change = { id, seat_id: newId(), name: 'Ben', email: 'ben@people.test', message: '' }
    expect(await refusalOf(student.api(updateGift, change))).toBe('seats_not_paid')
  })

  test('is offered as little as the course itself', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const offered = async (values: object) =>
      refusalOf(student.api(getSeatOffer, { id: (await school.course({ price: 1_000_00, ...values })).id }))
    expect(await offered({})).toBe('done')
    expect(await offered({ price: 0 })).toBe('course_is_free')
    expect(await offered({ course_is_public: false })).toBe('not_found')
    expect(await offered({ is_coming_soon: true })).toBe('course_coming_soon')
    expect(await offered({ disable_direct_registration: true })).toBe('direct_registration_disabled')
    expect(await offered({ course_end_date: new Date(Date.now() - 60_000) })).toBe('course_ended')
  })
})

describe('a gift whose money goes back', () => {
  test('cannot be redeemed after a refund, and the page says so', async () => {
    const { school, admin, buyer, order, code, seat } = await sentGift()
    await admin.api(refundOrder, { id: order.id })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await school.visitor().api(readSeatCode, { code })).toMatchObject({ state: 'void' })
    expect(await refusalOf((await school.student()).api(redeemSeatCode, { code }))).toBe('seat_code_void')
    const ids = { id: order.id, seat_id: seat.id }
    expect(await refusalOf(buyer.api(resendSeat, ids))).toBe('seats_closed')
    expect(await refusalOf(buyer.api(updateGift, { ...ids, email: 'a@b.test', name: 'A' }))).toBe(
      'seats_closed',
    )
    expect(await readSeats({ buyer, order })).toMatchObject({ closed: 'refunded' })
  })

  test('ends the access of the recipient, and returns it if the refund fails', async () => {
    const { school, course, admin, order, code } = await sentGift()
    const recipient = await school.student()
    await recipient.api(redeemSeatCode, { code })
    await admin.api(refundOrder, { id: order.id })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await hasAccess(recipient, { course })).toBe(false)
    const { entitlements } = await readBooks(school, recipient)
    expect(entitlements).toMatchObject([{ reason: 'paid', revocation_reason: 'refunded' }])
    const { attempts } = await readBooks(school, recipient)
    payments.sandbox.paystack.changeRefund(attempts[0]!.reference, 'failed')
    await payments.sandbox.paystack.webhooksIdle()
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await hasAccess(recipient, { course })).toBe(true)
  })

  test('is lost with a dispute, before and after it was redeemed', async () => {
    const [unused, used] = [await sentGift(), await sentGift()]
    const recipient = await used.school.student()
    await recipient.api(redeemSeatCode, { code: used.code })
    for (const { school } of [unused, used]) {
      const { attempts } = await readBooks(school, recipient)
      const dispute = payments.sandbox.paystack.openDispute(attempts[0]!.reference, 'fraudulent')
      await payments.sandbox.paystack.webhooksIdle()
      await runPaymentJobs(school)
      payments.sandbox.paystack.closeDispute(dispute, 'lost')
      await payments.sandbox.paystack.webhooksIdle()
      await runPaymentJobs(school)
    }
    const late = await unused.school.student()
    expect(await refusalOf(late.api(redeemSeatCode, { code: unused.code }))).toBe('seat_code_void')
    expect(await hasAccess(recipient, used)).toBe(false)
  })
})

describe('the code of a gift', () => {
  test('is not stored, and an unknown one is refused', async () => {
    const { school, code } = await sentGift()
    const rows = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('seats').where('school_id', '=', school_id).selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(code.length).toBeGreaterThanOrEqual(43)
    const student = await school.student()
    for (const guess of [`${code}x`, code.toLowerCase(), 'x'.repeat(43)]) {
      expect(await refusalOf(school.visitor().api(readSeatCode, { code: guess }))).toBe('seat_code_unknown')
      expect(await refusalOf(student.api(redeemSeatCode, { code: guess }))).toBe('seat_code_unknown')
    }
    const other = await createSellingSchool('paystack')
    expect(await refusalOf(other.student.api(redeemSeatCode, { code }))).toBe('seat_code_unknown')
  })

  test('of an unpaid order is unknown', async () => {
    const sale = await createSellingSchool('paystack')
    const { order_id } = await sale.student.api(createCheckout, {
      course_id: sale.course.id,
      ...giftFor('ada@people.test'),
    })
    const { seats, is_paid } = await sale.student.api(getMySeats, { id: order_id })
    expect([seats, is_paid]).toEqual([[], false])
  })

  test('cannot be guessed without end', async () => {
    const { school } = await createSellingSchool('paystack')
    const student = await school.student()
    const guess = (index: number) =>
      refusalOf(student.api(redeemSeatCode, { code: `guess-${index}-aaaaaaaaaaaaaaaaaaaa` }))
    const results = await Promise.all(Array.from({ length: 70 }, (_one, index) => guess(index)))
    expect(results.filter((code) => code === 'seat_code_unknown')).toHaveLength(60)
    expect(results.filter((code) => code === 'too_many_requests')).toHaveLength(10)
  })

  test('of a course that was deleted has expired', async () => {
    const { school, course, code } = await sentGift()
    await school.transact(({ tx, school_id, now }) =>
      tx
        .updateTable('courses')
        .set({ deleted_at: now })
        .where('school_id', '=', school_id)
        .where('id', '=', course.id)
        .execute(),
    )
    expect(await school.visitor().api(readSeatCode, { code })).toMatchObject({ state: 'expired' })
    expect(await refusalOf((await school.student()).api(redeemSeatCode, { code }))).toBe('seat_code_expired')
  })
})

test('what belongs to groups is refused for a gift, and other people find nothing', async () => {
  const { school, buyer, order, seat } = await sentGift()
  const id = order.id
  expect(await refusalOf(buyer.api(inviteToSeats, { id, emails: ['a@b.test'] }))).toBe('seat_of_gift')
  expect(await refusalOf(buyer.api(takeMySeat, { id }))).toBe('seat_of_gift')
  expect(await refusalOf(buyer.api(endSeat, { id, seat_id: seat.id }))).toBe('seat_of_gift')
  expect(await refusalOf(buyer.api(updateSeatLink, { id, max_uses: 1 }))).toBe('seat_of_gift')
  const other = await school.student()
  expect(await refusalOf(other.api(getMySeats, { id }))).toBe('not_found')
  expect(await refusalOf(other.api(resendSeat, { id, seat_id: seat.id }))).toBe('not_found')
  const email = { email: 'me@people.test', name: 'Me' }
  expect(await refusalOf(other.api(updateGift, { id, seat_id: seat.id, ...email }))).toBe('not_found')
})
