import { getCourseContents } from '#courses/contract.ts'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import {
  approveBankTransfer,
  declineBankTransfer,
  getMyBankTransfer,
  listBankTransfers,
  startBankTransfer,
  submitTransferProof,
  updateBankTransferSettings,
} from '#payments/contract.ts'
import { listMySubscriptions } from '#subscriptions/contract.ts'
import { addDays, addIntervals } from '#subscriptions/rules/periods.ts'
import { createTransferSchool, testTransferSettings } from '../billing/bank-transfers.ts'
import { createTestPdf, createTestUpload } from '../files.ts'
import { readBooks, type SellingSchool } from '../payments-builder.ts'
import { setClock, type TestSchool } from '../school-builder.ts'
import { runBilling } from './plan-builder.ts'

/** Of each month. */
export const transferPrice = 10_000_00

/** Nobody is logged out because the clock moves. */
export const keepLoggedIn = (school: TestSchool) =>
  school.transact(({ tx, school_id }) =>
    tx
      .updateTable('sessions')
      .set({
        created_at: school.app.services.now?.(),
        last_used_at: school.app.services.now?.(),
        expires_at: addDays(new Date(), 10_000),
      })
      .where('school_id', '=', school_id)
      .execute(),
  )

/** The mails about plans, the oldest first. */
export const planMails = async (school: TestSchool) => {
  const rows = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', 'like', 'plan%')
      .orderBy('created_at')
      .orderBy('id')
      .selectAll()
      .execute(),
  )
  return rows.map(({ kind, text }) => ({ kind, text: String(text) }))
}

async function prove({ school, student }: Pick<SellingSchool, 'school' | 'student'>, order_id: string) {
  const { amount } = await student.api(getMyBankTransfer, { id: order_id })
  const { upload_id } = await createTestUpload(student, createTestPdf(), {
    host: school.host,
    purpose: 'payment_proof',
    file_name: 'proof.pdf',
  })
  const paid_on = (school.app.services.now?.() ?? new Date()).toISOString().slice(0, 10)
  await student.api(submitTransferProof, { id: order_id, upload_id, amount, paid_on, sender_name: 'Ada' })
}

/** A school that sells a plan by transfer. */
export async function createPlanSchool(changes: object = {}) {
  const sale = await createTransferSchool()
  const { admin, course, school } = sale
  await admin.api(updateBankTransferSettings, { ...testTransferSettings, allows_plans: true })
  const createPlan = (details: object = {}) =>
    admin.api(createPaymentPlan, {
      name: 'Sailing',
      status: 'published',
      kind: 'subscription',
      price: transferPrice,
      interval: 'month',
      course_ids: [course.id],
      ...changes,
      ...details,
    })
  const plan = await createPlan()
  setClock(new Date())
  await keepLoggedIn(school)
  const transferOf = async (order_id: string) => (await admin.api(listBankTransfers, { order_id })).data[0]!
  return {
    ...sale,
    plan,
    createPlan,
    transferOf,
    /** Sends a proof for an order. */
    prove: (order_id: string) => prove(sale, order_id),
    async approve(order_id: string, amount?: number) {
      const transfer = await transferOf(order_id)
      return admin.api(approveBankTransfer, { id: transfer.id, amount: amount ?? transfer.amount })
    },
    async decline(order_id: string) {
      const { id } = await transferOf(order_id)
      return admin.api(declineBankTransfer, { id, reason: 'The picture shows another amount.' })
    },
  }
}

/** A plan whose first payment came by transfer. */
export async function buyByTransfer(changes: object = {}) {
  const sale = await createPlanSchool(changes)
  const { school, student, course, plan, prove, approve } = sale
  const { order_id } = await student.api(startBankTransfer, { plan_id: plan.id })
  await prove(order_id)
  await approve(order_id)
  const first = (await student.api(listMySubscriptions, {})).data[0]!
  const start = new Date(first.created_at)
  const mine = async () => (await student.api(listMySubscriptions, {})).data[0]!
  return {
    ...sale,
    id: first.id,
    start,
    mine,
    due: (period: number) => addIntervals(start, 'month', period),
    /** Moves the clock to some days after a moment, and bills what is due. */
    async at(days: number, from = start) {
      setClock(addDays(from, days))
      await keepLoggedIn(school)
      await runBilling(school)
      await keepLoggedIn(school)
    },
    bill: () => runBilling(school),
    mails: async () => (await planMails(school)).map(({ kind }) => kind),
    /** The order of the transfer that waits. */
    order: async () => (await mine()).transfer!.order_id,
    settled: async () =>
      (await readBooks(school, student)).payments.filter(({ applied_amount }) => Number(applied_amount) > 0)
        .length,
    mayLearn: () =>
      student.api(getCourseContents, { id: course.id }).then(
        () => true,
        () => false,
      ),
  }
}
