import type { Api } from '#platform/client/api/client.ts'
import { listPaymentPlans } from '#payment-plans/contract.ts'
import type { PlanOffer } from '#payment-plans/screens/use-plan-texts.ts'

/** Plans on the school's home page or the page of a course; more are on the pages of other courses. */
const maxPlans = 6

/** The published plans of a school, or those that open one course. */
export async function loadPlans(
  api: Api,
  { school_id, course_id }: { school_id: string; course_id?: string },
): Promise<PlanOffer[]> {
  const page = await api(listPaymentPlans, {
    id: school_id,
    limit: maxPlans,
    ...(course_id && { course_id }),
  })
  return page.data
}
