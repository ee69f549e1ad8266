import { getOnboardingChecklist } from '#onboarding/contract.ts'
import { FirstSteps, isJourneyOpen } from '#onboarding/screens/first-steps.tsx'
import { PlanLine } from '#plans/screens/plan-line.tsx'
import StaffHome, { handle as home } from '#staff-home/screens/home.tsx'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...home,
  namespaces: [...(home.namespaces ?? []), 'onboarding', 'plans'],
}

/** Home page of staff, with the checklist of a new school for admins and the plan for owners. */
export default function ManageScreen() {
  const isAdmin = useSession()?.user_type !== 'teacher'
  // The checklist must include changes made on other pages a moment ago.
  const steps = useApiQuery(getOnboardingChecklist, {}, { enabled: isAdmin, staleTime: 0 })
  const isOpen = isAdmin && steps.data !== undefined && isJourneyOpen(steps.data)
  return (
    <StaffHome
      isWaiting={isAdmin && steps.isPending}
      checklist={isOpen ? <FirstSteps journey={steps.data} /> : null}
      renderPlan={(plan) => <PlanLine plan={plan} />}
    />
  )
}
