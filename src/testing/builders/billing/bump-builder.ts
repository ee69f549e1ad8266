import type { Input } from '#platform/contract/route.ts'
import { createBumpOffer, createCheckout, verifyMyOrder } from '#payments/contract.ts'
import { createSellingSchool, payOnPage, testPrice, type SellingSchool } from '../payments-builder.ts'
import type { TestUser } from '../test-client.ts'

/** Price of the course that is offered, and of its offer. */
export const bumpCoursePrice = 400_000
export const bumpPrice = 250_000

/** A school whose course has one offer, and an admin. */
export async function createBumpSale(
  offer: Partial<Input<typeof createBumpOffer>> = {},
  details: Parameters<typeof createSellingSchool>[1] = {},
) {
  const sale = await createSellingSchool('paystack', details)
  const admin = await sale.school.admin()
  const extra = await sale.school.course({
    price: bumpCoursePrice,
    approve_student_on_payment: true,
    show_content_title_to_unapproved: false,
  })
  const bump = await admin.api(createBumpOffer, {
    course_id: sale.course.id,
    bump_course_id: extra.id,
    price: bumpPrice,
    headline: 'Go further',
    ...offer,
  })
  return { ...sale, admin, extra, bump, bumps: [{ id: bump.id, price: bumpPrice }] }
}

export type BumpSale = Awaited<ReturnType<typeof createBumpSale>>

/** Pays the course with what else is chosen, as the student. */
export async function buyWith(
  { course, provider }: Pick<SellingSchool, 'course' | 'provider'>,
  student: TestUser,
  input: Partial<Input<typeof createCheckout>>,
) {
  const { url, order_id } = await student.api(createCheckout, { course_id: course.id, ...input })
  await payOnPage(provider, url)
  return student.api(verifyMyOrder, { id: order_id })
}

/** The sum of both prices. */
export const priceOfBoth = testPrice + bumpPrice
