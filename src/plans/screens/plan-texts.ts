import type { ApiReply } from '#platform/client/api/client.ts'
import { useFrame, useSession } from '#tenancy/client/frame.tsx'
import { formatBytes, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getPlan } from '../contract.ts'

export type Limits = NonNullable<ApiReply<typeof getPlan>['limits']>

/** Usage and limits as text. */
export const usageTexts = ({ students, storage }: Limits) => ({
  students: formatNumber(students.used),
  maxStudents: formatNumber(students.limit),
  storage: formatBytes(storage.used),
  maxStorage: formatBytes(storage.limit),
})

/** Address of a mail that asks the platform or reseller for a larger plan; null without a contact. */
export function useUpgradeMail() {
  const { t } = useTranslation('plans')
  const { brand, host } = useFrame()
  if (!brand.support_email) return null
  const school = host.kind === 'school' ? host.school.name : ''
  return `mailto:${brand.support_email}?subject=${encodeURIComponent(t('upgrade.subject', { school }))}`
}

/** Page of the plan, for owners. */
export const planPagePath = '/manage/settings/plan'

/** Whether this person can change the plan there. */
export const useIsPlanPageOpen = () => useSession()?.user_type === 'account_user'
