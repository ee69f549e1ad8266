import { getOnboardingChecklist } from '#onboarding/contract.ts'
import { FirstSteps } from '#onboarding/screens/first-steps.tsx'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import Manage, { handle as overview } from '#schools/screens/manage/manage.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...overview,
  namespaces: [...(overview.namespaces ?? []), 'onboarding'],
}

/** Overview of the school, with the checklist of a new school for admins. */
export default function ManageScreen() {
  const isAdmin = useSession()?.user_type !== 'teacher'
  // The checklist must include changes made on other pages a moment ago.
  const steps = useApiQuery(getOnboardingChecklist, {}, { enabled: isAdmin, staleTime: 0 })
  return (
    <Manage isWaiting={isAdmin && steps.isPending}>
      {isAdmin && steps.data && <FirstSteps journey={steps.data} />}
    </Manage>
  )
}
