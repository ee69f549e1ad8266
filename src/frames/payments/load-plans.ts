import type { Api } from '#platform/client/api/client.ts'
import { listPaymentPlans } from '#payment-plans/contract.ts'
import type { PlanOffer } from '#payment-plans/screens/use-plan-texts.ts'

/** Plans on a course page; more are on the pages of other courses. */
const maxPlans = 6

/** The published plans that open a course. */
export async function loadPlans(
  api: Api,
  { school_id, course_id }: { school_id: string; course_id: string },
): Promise<PlanOffer[]> {
  return (await api(listPaymentPlans, { id: school_id, course_id, limit: maxPlans })).data
}
