import type { EntitlementDates } from '#course-access/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { TestSchool } from './school-builder.ts'

interface Paid {
  student_id: string
  course_id: string
  entitlements: readonly EntitlementDates[]
}

/** Paid orders of a student for one course, each with an entitlement. */
export function insertEntitlements(school: TestSchool, { student_id, course_id, entitlements }: Paid) {
  return school.transact(async ({ tx, school_id }) => {
    for (const dates of entitlements) {
      const order_id = newId()
      const line_id = newId()
      await tx
        .insertInto('orders')
        .values({
          school_id,
          id: order_id,
          buyer_id: student_id,
          currency: 'NGN',
          total: 100,
          paid_amount: 100,
          status: 'paid',
        })
        .execute()
      await tx
        .insertInto('order_lines')
        .values({
          school_id,
          id: line_id,
          order_id,
          position: 0,
          course_id,
          title: 'Course',
          gross: 100,
          net: 100,
        })
        .execute()
      await tx
        .insertInto('entitlements')
        .values({ school_id, id: newId(), user_id: student_id, course_id, line_id, reason: 'paid', ...dates })
        .execute()
    }
  })
}
