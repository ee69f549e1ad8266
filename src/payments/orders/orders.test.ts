import { describe, expect, test } from 'vitest'
import {
  approveStudents,
  declineEnrolmentRequests,
  getMyEnrolment,
  undoEnrolmentDecision,
} from '#learning/contract.ts'
import { getCourseDetails } from '#courses/contract.ts'
import {
  createSellingSchool,
  payOnPage,
  startCheckout,
  testPrice,
  type SellingSchool,
} from '#testing/builders/payments-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import {
  dismissOrderAttention,
  getMyOrder,
  getOrder,
  listMyOrders,
  listOrders,
  refundOrder,
  resolveRefund,
  verifyMyOrder,
} from '../contract.ts'

useTestPayments()

/** Buys the course as this student. */
async function buy(sale: Pick<SellingSchool, 'student' | 'course'>) {
  const { url, order_id } = await startCheckout(sale)
  await payOnPage('paystack', url)
  return sale.student.api(verifyMyOrder, { id: order_id })
}

describe('the list of orders', () => {
  test('is searched by buyer, number and transaction, filtered, paged and downloaded', async () => {
    const sale = await createSellingSchool()
    const { school, course } = sale
    const admin = await school.admin()
    const names = ['Ọláyínká Bello', 'Zoë Martin', 'Chidi Obi']
    const students = await Promise.all(names.map((name) => school.student({ name })))
    for (const student of students.slice(0, 2)) await buy({ student, course })
    await startCheckout({ student: students[2]!, course })
    const all = await admin.api(listOrders, {})
    expect(all.data.map(({ buyer }) => buyer.name)).toEqual(names.toReversed())
    const find = async (query: object) =>
      (await admin.api(listOrders, query)).data.map(({ buyer }) => buyer.name)
    expect(await find({ search: 'olayinka' })).toEqual([names[0]])
    expect(await find({ search: students[1]!.email.toUpperCase() })).toEqual([names[1]])
    expect(await find({ search: all.data[2]!.number })).toEqual([names[0]])
    const details = await admin.api(getOrder, { id: all.data[1]!.id })
    expect(details).toMatchObject({ refundable_amount: testPrice, is_test: true, attention: [] })
    expect(await find({ search: details.payments[0]!.transaction_id })).toEqual([names[1]])
    expect(await find({ search: '%' })).toEqual([])
    expect(await find({ status: 'awaiting_payment' })).toEqual([names[2]])
    expect(await find({ buyer_id: students[0]!.id, course_id: course.id })).toEqual([names[0]])
    expect(await find({ course_id: students[0]!.id })).toEqual([])
    expect(await find({ to: all.data[1]!.created_at.toString() })).toEqual([names[0]])
    const first = await admin.api(listOrders, { limit: 2 })
    const second = await admin.api(listOrders, { limit: 2, cursor: first.next_cursor! })
    expect([...first.data, ...second.data]).toEqual(all.data)
    const file = await admin.request({
      method: 'GET',
      url: '/api/payments/v1/orders?status=paid',
      headers: { accept: 'text/csv' },
    })
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    const cells = lines[1]!.split(',').map((cell) => cell.slice(1, -1))
    const [status, name, email, items, ...amounts] = cells.slice(2, 11)
    expect([status, name, email, items]).toEqual(['Paid', names[1], students[1]!.email, course.course_name])
    expect(amounts).toEqual(['NGN', '', '7500', '7500', '0'])
  })

  test('belongs to the school, and students see their own orders only', async () => {
    const sale = await createSellingSchool()
    const order = await buy(sale)
    const other = await sale.school.student()
    const elsewhere = await (await createTestSchool()).admin()
    await expect(other.api(getMyOrder, { id: order.id })).rejects.toMatchObject({ status: 404 })
    await expect(other.api(verifyMyOrder, { id: order.id })).rejects.toMatchObject({ status: 404 })
    expect((await other.api(listMyOrders, {})).data).toEqual([])
    expect((await sale.student.api(listMyOrders, {})).data).toEqual([order])
    for (const call of [getOrder, refundOrder, dismissOrderAttention])
      await expect(elsewhere.api(call, { id: order.id })).rejects.toMatchObject({ status: 404 })
    await expect(elsewhere.api(resolveRefund, { id: order.id, action: 'retry' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('approval of students who paid', () => {
  test('at once if the course says so, also at a school whose staff approve students', async () => {
    const sale = await createSellingSchool('paystack', { plan_name: 'subscription' })
    expect((await sale.student.api(getCourseDetails, { id: sale.course.id })).approval).toBe('on_payment')
    expect(await buy(sale)).toMatchObject({ lines: [{ courses: [{ enrolment_status: 'approved' }] }] })
  })

  test('by staff otherwise; declining marks the order, and undoing it takes the mark back', async () => {
    const sale = await createSellingSchool('paystack', { approves: false })
    const { school, course, student } = sale
    const admin = await school.admin()
    expect((await student.api(getCourseDetails, { id: course.id })).approval).toBe('by_staff')
    const order = await buy(sale)
    expect(order).toMatchObject({ status: 'paid', lines: [{ courses: [{ enrolment_status: 'pending' }] }] })
    const decline = () =>
      admin.api(declineEnrolmentRequests, {
        course_id: course.id,
        student_ids: [student.id],
        reason: 'Wrong level',
        undoable: true,
      })
    const attention = async () => (await admin.api(listOrders, { needs_attention: true })).data
    const { decision_id } = await decline()
    expect(await attention()).toMatchObject([{ id: order.id, attention: ['student_declined'] }])
    await admin.api(undoEnrolmentDecision, { decision_id: decision_id! })
    expect(await attention()).toEqual([])
    await decline()
    expect(await admin.api(dismissOrderAttention, { id: order.id })).toMatchObject({ attention: [] })
    expect(await attention()).toEqual([])
    await admin.api(approveStudents, { course_id: course.id, student_ids: [student.id], approved: true })
    expect((await student.api(getMyEnrolment, { course_id: course.id })).status).toBe('approved')
  })
})
