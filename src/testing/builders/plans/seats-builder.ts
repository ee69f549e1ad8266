import type { Input } from '#platform/contract/route.ts'
import { createCheckout, getMySeats, verifyMyOrder } from '#payments/contract.ts'
import { createSellingSchool, payOnPage, type SellingSchool } from '../payments-builder.ts'
import type { TestSchool } from '../school-builder.ts'
import type { TestUser } from '../test-client.ts'

type Purchase = Pick<Input<typeof createCheckout>, 'gift' | 'seats' | 'tier' | 'coupon_code'>

/** Pays for a course for others. Returns the order as its buyer sees it. */
export async function buyForOthers(
  { student, course }: Pick<SellingSchool, 'student' | 'course'>,
  purchase: Purchase,
) {
  const { url, order_id, provider } = await student.api(createCheckout, { course_id: course.id, ...purchase })
  if (provider) await payOnPage(provider, url)
  return student.api(verifyMyOrder, { id: order_id })
}

export const giftFor = (email: string, details: object = {}) => ({
  gift: { email, name: 'Ada Obi', message: 'Happy birthday!', ...details },
})

/** A school that sells a course to groups, with a buyer who has paid these seats, or a gift. */
export async function createSeatSale(purchase: Purchase, provider: SellingSchool['provider'] = 'paystack') {
  const sale = await createSellingSchool(provider)
  const course = await sale.school.course({
    price: 200_000,
    seats_offered: true,
    show_content_title_to_unapproved: false,
  })
  const order = await buyForOthers({ student: sale.student, course }, purchase)
  return { ...sale, course, order, buyer: sale.student, admin: await sale.school.admin() }
}

export type SeatSale = Awaited<ReturnType<typeof createSeatSale>>

/** The code in a link to `/redeem`. */
export const codeIn = (url: string | null | undefined): string => {
  const code = url && new URL(url).searchParams.get('code')
  if (!code) throw new Error(`no code in ${url}`)
  return code
}

/** The purchase as its buyer sees it. */
export const readSeats = ({ buyer, order }: { buyer: TestUser; order: { id: string } }) =>
  buyer.api(getMySeats, { id: order.id })

/** Code of a promise that was refused, or `done`. */
export const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

/** Mails to an address, the oldest first. */
export const mailsTo = (school: TestSchool, address: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', address)
      .orderBy('created_at')
      .orderBy('id')
      .select(['kind', 'user_id', 'text', 'subject'])
      .execute(),
  )
