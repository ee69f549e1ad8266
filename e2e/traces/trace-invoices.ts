import { getInvoiceFile, getMyInvoiceFile, listMyInvoices } from '#invoices/contract.ts'
import { issueInvoice } from '#invoices/index.ts'
import { insertOrder } from '#payments/index.ts'
import type { TraceFinder } from './trace-finder.ts'
import type { TraceFixture } from './trace-fixture.ts'

/** Issues an invoice, and looks at its files. */
export async function lookAtInvoices(look: TraceFinder, { transact, people, course }: TraceFixture) {
  const { admin, student } = people
  const line = { kind: 'course', course_id: course.id, title: course.course_name, gross: 5_000 } as const
  await transact(async (ctx) => {
    const order = { buyer_id: student.id, currency: 'NGN', lines: [{ ...line, discount: 0 }] }
    const { id: order_id } = await insertOrder(ctx, order)
    await issueInvoice(ctx, { order_id })
  })
  const { id } = (await student.api(listMyInvoices, {})).data[0]!
  for (const { content, ...rest } of [
    await admin.api(getInvoiceFile, { id }),
    await student.api(getMyInvoiceFile, { id }),
  ]) {
    await look.at('invoice', Buffer.from(content, 'base64'))
    await look.at('invoice, said', JSON.stringify(rest))
  }
}
