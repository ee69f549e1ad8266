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
import { runJob } from '#testing/builders/queue.ts'
import { type TestUser } from '#testing/builders/school-builder.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  createCheckout,
  endSeat,
  getMySeats,
  getOrder,
  inviteToSeats,
  listOrderSeats,
  readSeatCode,
  redeemSeatCode,
  refundOrder,
  resendSeat,
  startBankTransfer,
  takeMySeat,
  updateBankTransferSettings,
  updateGift,
  updatePaymentSettings,
  updateSeatLink,
} from '../contract.ts'

const payments = useTestPayments()

const price = 200_000

const hasAccess = async (student: TestUser, { course }: Pick<SeatSale, 'course'>) =>
  (await student.api(getMyEnrolment, { course_id: course.id })).has_access

/** The code of a new join link for so many people. */
async function joinCode({ buyer, order }: SeatSale, max_uses: number) {
  const { join_link } = await buyer.api(updateSeatLink, { id: order.id, max_uses })
  return codeIn(join_link?.url)
}

/** A person who joined by the link. */
async function joined(sale: SeatSale, code: string) {
  const student = await sale.school.student()
  await student.api(redeemSeatCode, { code })
  return student
}

const seatOf = async (sale: SeatSale, user: TestUser) =>
  (await readSeats(sale)).seats.find(({ person }) => person?.id === user.id)!

describe('seats of a group', () => {
  test('cost the price of each, and entitle nobody until a person takes one', async () => {
    const sale = await createSeatSale({ seats: 3 })
    expect(sale.order).toMatchObject({
      status: 'paid',
      total: 3 * price,
      lines: [{ purpose: 'seats', quantity: 3, gross: 3 * price, title: sale.course.course_name }],
    })
    expect((await readBooks(sale.school, sale.buyer)).entitlements).toEqual([])
    expect(await readSeats(sale)).toMatchObject({ free: 3, seats: [], join_link: null, has_course: false })
    const { receipts } = await readBooks(sale.school, sale.buyer)
    expect(receipts[0]!.text).toContain(`${sale.course.course_name} × 3`)
  })

  test('are reduced by a percentage of all, and by an amount once', async () => {
    const sale = await createSeatSale({ seats: 1 })
    await sale.admin.api(createCoupon, { code: 'TEN', percent_off: 10 })
    await sale.admin.api(createCoupon, { code: 'FIXED', amount_off: 50_000 })
    const totalWith = async (coupon_code: string) => {
      const student = await sale.school.student()
      return (await buyForOthers({ student, course: sale.course }, { seats: 4, coupon_code })).total
    }
    expect(await totalWith('TEN')).toBe(4 * price * 0.9)
    expect(await totalWith('FIXED')).toBe(4 * price - 50_000)
  })

  test('are sold only where the course offers them, 1 to 500 at once', async () => {
    const { school, student, course } = await createSellingSchool('paystack')
    const start = (id: string, seats: number) =>
      refusalOf(student.api(createCheckout, { course_id: id, seats }))
    expect(await start(course.id, 2)).toBe('seats_not_offered')
    await (
      await school.admin()
    ).api(updateBankTransferSettings, {
      is_enabled: true,
      waiting_days: 3,
      accounts: [
        {
          currency: 'NGN',
          bank_name: 'Bank',
          account_name: 'School',
          account_number: '0123456789',
          note: '',
        },
      ],
    })
    expect(await refusalOf(student.api(startBankTransfer, { course_id: course.id, seats: 2 }))).toBe(
      'seats_not_offered',
    )
    const offered = await school.course({ price: 1_000, seats_offered: true })
    expect(await start(offered.id, 500)).toBe('done')
    for (const seats of [0, 501, -1, 1.5]) expect(await start(offered.id, seats)).toBe('invalid_input')
    const { order_id } = await student.api(startBankTransfer, { course_id: offered.id, seats: 500 })
    const { seats, free } = await student.api(getMySeats, { id: order_id })
    expect([seats, free]).toEqual([[], 0])
  })

  test('of another number replace the unpaid order, and an order continues as it is', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({ price, seats_offered: true })
    const first = await student.api(createCheckout, { course_id: course.id, seats: 3 })
    expect(await student.api(createCheckout, { order_id: first.order_id })).toEqual(first)
    const second = await student.api(createCheckout, { course_id: course.id, seats: 4 })
    expect(second.order_id).not.toBe(first.order_id)
    const { orders } = await readBooks(school, student)
    expect(orders.map(({ status, total }) => [status, total])).toEqual([
      ['canceled', 3 * price],
      ['awaiting_payment', 4 * price],
    ])
    const resume = (order_id: string) => refusalOf(student.api(createCheckout, { order_id }))
    expect(await resume(first.order_id)).toBe('order_not_payable')
    expect(await resume(newId())).toBe('not_found')
    expect(await refusalOf(student.api(startBankTransfer, { order_id: first.order_id }))).toBe(
      'order_not_payable',
    )
    const other = await school.student()
    expect(await refusalOf(other.api(createCheckout, { order_id: second.order_id }))).toBe('not_found')
  })

  test('are not given away before the payment', async () => {
    const { school, student } = await createSellingSchool('paystack')
    const course = await school.course({ price, seats_offered: true })
    const { order_id: id } = await student.api(createCheckout, { course_id: course.id, seats: 3 })
    expect(await refusalOf(student.api(inviteToSeats, { id, emails: ['a@b.test'] }))).toBe('seats_not_paid')
    expect(await refusalOf(student.api(takeMySeat, { id }))).toBe('seats_not_paid')
    expect(await refusalOf(student.api(updateSeatLink, { id, max_uses: 1 }))).toBe('seats_not_paid')
  })
})

describe('an invitation', () => {
  test('holds a seat, is mailed once, and is taken by anyone with the link', async () => {
    const sale = await createSeatSale({ seats: 3 })
    const { school, buyer, order, course } = sale
    const emails = ['Ada@people.test', 'ada@people.test ', 'ben@people.test'].map((email) => email.trim())
    const invited = await buyer.api(inviteToSeats, { id: order.id, emails })
    expect(invited).toMatchObject({ free: 1, seats: [{ state: 'waiting' }, { state: 'waiting' }] })
    const again = await buyer.api(inviteToSeats, { id: order.id, emails: ['BEN@people.test'] })
    expect(again).toMatchObject({ free: 1 })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    const mails = await mailsTo(school, 'ada@people.test')
    expect(mails).toMatchObject([{ kind: 'seat_invitation' }])
    const code = codeIn(invited.seats[0]!.url)
    expect(mails[0]!.text).toContain(code)
    const student = await school.student()
    await student.api(redeemSeatCode, { code })
    expect(await hasAccess(student, { course })).toBe(true)
    expect(await readSeats(sale)).toMatchObject({ free: 1 })
    expect((await seatOf(sale, student)).email).toBe('ada@people.test')
  })

  test('beyond the free seats is refused, and nobody is invited', async () => {
    const sale = await createSeatSale({ seats: 2 })
    const { buyer, order } = sale
    const emails = ['a@b.test', 'c@d.test', 'e@f.test']
    expect(await refusalOf(buyer.api(inviteToSeats, { id: order.id, emails }))).toBe('seats_all_used')
    expect(await readSeats(sale)).toMatchObject({ free: 2, seats: [] })
    for (const body of [{ emails: [] }, { emails: ['nobody'] }, { emails: Array(501).fill('a@b.test') }])
      expect(await refusalOf(buyer.api(inviteToSeats, { id: order.id, ...body } as never))).toBe(
        'invalid_input',
      )
  })

  test('is withdrawn: its link ends and the seat is free', async () => {
    const sale = await createSeatSale({ seats: 1 })
    const { buyer, order, school } = sale
    const { seats } = await buyer.api(inviteToSeats, { id: order.id, emails: ['ada@people.test'] })
    const code = codeIn(seats[0]!.url)
    await buyer.api(endSeat, { id: order.id, seat_id: seats[0]!.id })
    expect(await readSeats(sale)).toMatchObject({ free: 1, seats: [] })
    expect(await refusalOf((await school.student()).api(redeemSeatCode, { code }))).toBe('seat_code_replaced')
    await runPaymentJobs(school)
    expect(await mailsTo(school, 'ada@people.test')).toEqual([])
    expect(await refusalOf(buyer.api(endSeat, { id: order.id, seat_id: seats[0]!.id }))).toBe('not_found')
  })
})

describe('the join link', () => {
  test('gives the last seat to exactly one of several people', async () => {
    const sale = await createSeatSale({ seats: 3 })
    const code = await joinCode(sale, 3)
    const people = await Promise.all(Array.from({ length: 7 }, () => sale.school.student()))
    const results = await Promise.all(people.map((one) => refusalOf(one.api(redeemSeatCode, { code }))))
    expect(results.filter((result) => result === 'done')).toHaveLength(3)
    expect(results.filter((result) => result === 'seat_link_full')).toHaveLength(4)
    expect(await readSeats(sale)).toMatchObject({ free: 0, join_link: { uses: 3, max_uses: 3 } })
    const open = await Promise.all(people.map((one) => hasAccess(one, sale)))
    expect(open.filter(Boolean)).toHaveLength(3)
    expect(await sale.school.visitor().api(readSeatCode, { code })).toMatchObject({ state: 'full' })
  })

  test('has a limit below the seats, and one person takes one seat', async () => {
    const sale = await createSeatSale({ seats: 5 })
    const code = await joinCode(sale, 1)
    const first = await joined(sale, code)
    expect(await refusalOf(first.api(redeemSeatCode, { code }))).toBe('done')
    expect(await readSeats(sale)).toMatchObject({ free: 4, join_link: { uses: 1 } })
    const second = await sale.school.student()
    expect(await refusalOf(second.api(redeemSeatCode, { code }))).toBe('seat_link_full')
    await sale.buyer.api(updateSeatLink, { id: sale.order.id, max_uses: 2 })
    expect(await refusalOf(second.api(redeemSeatCode, { code }))).toBe('done')
    const tooMany = sale.buyer.api(updateSeatLink, { id: sale.order.id, max_uses: 6 })
    expect(await refusalOf(tooMany)).toBe('seats_all_used')
  })

  test('can be replaced and ended', async () => {
    const sale = await createSeatSale({ seats: 5 })
    const { buyer, order } = sale
    const first = await joinCode(sale, 5)
    const { join_link } = await buyer.api(updateSeatLink, { id: order.id, max_uses: 5, replace: true })
    const second = codeIn(join_link!.url)
    const student = await sale.school.student()
    expect(await refusalOf(student.api(redeemSeatCode, { code: first }))).toBe('seat_code_replaced')
    await buyer.api(updateSeatLink, { id: order.id, max_uses: null })
    expect(await refusalOf(student.api(redeemSeatCode, { code: second }))).toBe('seat_code_replaced')
    expect((await readSeats(sale)).join_link).toBeNull()
  })
})

describe('a seat', () => {
  test('is taken back: access ends, progress stays, and another person gets it', async () => {
    const sale = await createSeatSale({ seats: 1 })
    const code = await joinCode(sale, 1)
    const first = await joined(sale, code)
    const seat = await seatOf(sale, first)
    await sale.buyer.api(endSeat, { id: sale.order.id, seat_id: seat.id })
    expect(await hasAccess(first, sale)).toBe(false)
    expect(await readSeats(sale)).toMatchObject({ free: 1, seats: [] })
    const { seats } = await sale.buyer.api(inviteToSeats, { id: sale.order.id, emails: ['new@people.test'] })
    const second = await sale.school.student()
    await second.api(redeemSeatCode, { code: codeIn(seats[0]!.url) })
    expect(await hasAccess(second, sale)).toBe(true)
    // The first gets it back later, with the same entitlement.
    await sale.buyer.api(endSeat, { id: sale.order.id, seat_id: (await seatOf(sale, second)).id })
    const back = await sale.buyer.api(inviteToSeats, { id: sale.order.id, emails: ['first@people.test'] })
    await first.api(redeemSeatCode, { code: codeIn(back.seats[0]!.url) })
    expect(await hasAccess(first, sale)).toBe(true)
    expect((await readBooks(sale.school, first)).entitlements).toMatchObject([{ revoked_at: null }])
  })

  test('of a person who completed the course stays with that person', async () => {
    const sale = await createSeatSale({ seats: 1 })
    const student = await joined(sale, await joinCode(sale, 1))
    await sale.school.transact(({ tx, school_id, now }) =>
      tx
        .updateTable('enrolments')
        .set({ completed_at: now })
        .where('school_id', '=', school_id)
        .where('user_id', '=', student.id)
        .execute(),
    )
    const seat = await seatOf(sale, student)
    expect(seat.has_completed).toBe(true)
    const ended = sale.buyer.api(endSeat, { id: sale.order.id, seat_id: seat.id })
    expect(await refusalOf(ended)).toBe('seat_completed')
    expect(await hasAccess(student, sale)).toBe(true)
  })

  test('is for the buyer too, once', async () => {
    const sale = await createSeatSale({ seats: 2 })
    const { buyer, order, school } = sale
    const view = await buyer.api(takeMySeat, { id: order.id })
    expect(view).toMatchObject({ free: 1, has_course: true, seats: [{ person: { id: buyer.id } }] })
    expect(await hasAccess(buyer, sale)).toBe(true)
    expect(await refusalOf(buyer.api(takeMySeat, { id: order.id }))).toBe('seat_course_owned')
    await buyer.api(endSeat, { id: order.id, seat_id: view.seats[0]!.id })
    await buyer.api(inviteToSeats, { id: order.id, emails: ['a@b.test', 'c@d.test'] })
    expect(await refusalOf(buyer.api(takeMySeat, { id: order.id }))).toBe('seats_all_used')
    await school.transact(({ tx, school_id, now }) =>
      tx.updateTable('courses').set({ deleted_at: now }).where('school_id', '=', school_id).execute(),
    )
    expect(await refusalOf(buyer.api(takeMySeat, { id: order.id }))).toBe('seat_code_expired')
  })

  test('belongs to the buyer’s order: nobody else changes it, and staff see it without links', async () => {
    const sale = await createSeatSale({ seats: 2 })
    const { order, admin, school } = sale
    const student = await joined(sale, await joinCode(sale, 1))
    const seat = await seatOf(sale, student)
    const ids = { id: order.id, seat_id: seat.id }
    const calls = [
      student.api(getMySeats, { id: order.id }),
      student.api(inviteToSeats, { id: order.id, emails: ['a@b.test'] }),
      student.api(takeMySeat, { id: order.id }),
      student.api(updateSeatLink, { id: order.id, max_uses: 2 }),
      student.api(endSeat, ids),
      student.api(resendSeat, ids),
    ]
    expect(new Set(await Promise.all(calls.map(refusalOf)))).toEqual(new Set(['not_found']))
    expect(await refusalOf(sale.buyer.api(resendSeat, ids))).toBe('seat_taken')
    const email = { email: 'a@b.test', name: 'A' }
    expect(await refusalOf(sale.buyer.api(updateGift, { ...ids, ...email }))).toBe('seat_taken')
    const { purchase } = await admin.api(listOrderSeats, { id: order.id })
    expect(purchase).toMatchObject({ quantity: 2, free: 1, seats: [{ person: { id: student.id } }] })
    expect(JSON.stringify(purchase)).not.toContain('/redeem')
    const own = await buyForOthers({ student: await school.student(), course: sale.course }, {})
    expect(await admin.api(listOrderSeats, { id: own.id })).toEqual({ purchase: null })
  })
})

describe('a refund of seats', () => {
  test('gives back free seats by number at their part of the price, and fails for used ones', async () => {
    const sale = await createSeatSale({ seats: 3 })
    const { admin, order, school } = sale
    const student = await joined(sale, await joinCode(sale, 3))
    const line_id = order.lines[0]!.id
    const refund = (seats: number) => admin.api(refundOrder, { id: order.id, lines: [{ line_id, seats }] })
    expect(await refusalOf(refund(3))).toBe('seats_not_free')
    await refund(1)
    // Nobody takes the seat while its refund is on its way.
    expect(await readSeats(sale)).toMatchObject({ free: 1, refunded_quantity: 1 })
    const emails = ['a@b.test', 'c@d.test']
    expect(await refusalOf(sale.buyer.api(inviteToSeats, { id: order.id, emails }))).toBe('seats_all_used')
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await admin.api(getOrder, { id: order.id })).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: price,
      lines: [{ refunded_quantity: 1, quantity: 3 }],
    })
    expect(await hasAccess(student, sale)).toBe(true)
    expect(await refusalOf(refund(2))).toBe('seats_not_free')
    const both = admin.api(refundOrder, { id: order.id, lines: [{ line_id, seats: 1, amount: 5 }] })
    expect(await refusalOf(both)).toBe('invalid_input')
  })

  test('that fails makes the seats free again', async () => {
    const sale = await createSeatSale({ seats: 2 })
    const { admin, order, school, student } = sale
    const line_id = order.lines[0]!.id
    await admin.api(refundOrder, { id: order.id, lines: [{ line_id, seats: 2 }] })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await readSeats(sale)).toMatchObject({ free: 0, closed: 'refunded', refunded_quantity: 2 })
    const { attempts } = await readBooks(school, student)
    payments.sandbox.paystack.changeRefund(attempts[0]!.reference, 'failed')
    await payments.sandbox.paystack.webhooksIdle()
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await readSeats(sale)).toMatchObject({ free: 2, closed: null, refunded_quantity: 0 })
  })

  test('of the whole line ends the access of everybody, and a failure returns it to those who had it', async () => {
    const sale = await createSeatSale({ seats: 3 })
    const { admin, order, school, buyer } = sale
    const code = await joinCode(sale, 3)
    const [member, removed] = [await joined(sale, code), await joined(sale, code)]
    await buyer.api(endSeat, { id: order.id, seat_id: (await seatOf(sale, removed)).id })
    await admin.api(refundOrder, { id: order.id })
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect(await hasAccess(member, sale)).toBe(false)
    const late = await school.student()
    expect(await refusalOf(late.api(redeemSeatCode, { code }))).toBe('seat_code_void')
    const id = order.id
    expect(await refusalOf(buyer.api(inviteToSeats, { id, emails: ['a@b.test'] }))).toBe('seats_closed')
    expect(await refusalOf(buyer.api(takeMySeat, { id }))).toBe('seats_closed')
    expect(await refusalOf(buyer.api(updateSeatLink, { id, max_uses: 1 }))).toBe('seats_closed')
    const { attempts } = await readBooks(school, buyer)
    payments.sandbox.paystack.changeRefund(attempts[0]!.reference, 'failed')
    await payments.sandbox.paystack.webhooksIdle()
    await runPaymentJobs(school)
    await runPaymentJobs(school)
    expect([await hasAccess(member, sale), await hasAccess(removed, sale)]).toEqual([true, false])
  })

  test('by seats is refused for what is no group', async () => {
    const sale = await createSeatSale(giftFor('ada@people.test'))
    const line_id = sale.order.lines[0]!.id
    const refund = sale.admin.api(refundOrder, { id: sale.order.id, lines: [{ line_id, seats: 1 }] })
    expect(await refusalOf(refund)).toBe('invalid_input')
  })
})

test('a dispute closes all seats if the school closes access, and a won one opens them again', async () => {
  const sale = await createSeatSale({ seats: 2 })
  const { admin, school, order } = sale
  const code = await joinCode(sale, 2)
  const student = await joined(sale, code)
  await admin.api(updatePaymentSettings, { dispute_access: 'close' })
  const { attempts } = await readBooks(school, student)
  const dispute = payments.sandbox.paystack.openDispute(attempts[0]!.reference, 'fraudulent')
  await payments.sandbox.paystack.webhooksIdle()
  await runPaymentJobs(school)
  expect(await hasAccess(student, sale)).toBe(false)
  expect(await readSeats(sale)).toMatchObject({ closed: 'disputed' })
  const late = await school.student()
  expect(await refusalOf(late.api(redeemSeatCode, { code }))).toBe('seat_code_void')
  payments.sandbox.paystack.closeDispute(dispute, 'won')
  await payments.sandbox.paystack.webhooksIdle()
  await runPaymentJobs(school)
  expect(await hasAccess(student, sale)).toBe(true)
  expect(await refusalOf(late.api(redeemSeatCode, { code }))).toBe('done')
  expect(order.lines).toHaveLength(1)
})

test('the seat of a person whose data is erased is free again, and an erased address is invited no more', async () => {
  const sale = await createSeatSale({ seats: 2 })
  const { school, buyer, order } = sale
  const student = await joined(sale, await joinCode(sale, 1))
  await buyer.api(inviteToSeats, { id: order.id, emails: [student.email] })
  const erasePerson = registeredJobs.find(({ name }) => name === 'erasePerson')!
  await school.transact(({ tx, school_id, now }) =>
    tx
      .updateTable('users')
      .set({ erase_at: now })
      .where('school_id', '=', school_id)
      .where('id', '=', student.id)
      .execute(),
  )
  await runJob(school, erasePerson, { user_id: student.id })
  const { seats, free } = await readSeats(sale)
  expect(free).toBe(1)
  expect(seats).toMatchObject([{ email: null, state: 'waiting', person: null }])
  await runPaymentJobs(school)
  expect(await mailsTo(school, student.email)).not.toContainEqual(
    expect.objectContaining({ kind: 'seat_invitation' }),
  )
})
