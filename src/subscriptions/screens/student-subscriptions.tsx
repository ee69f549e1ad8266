import { useApiQuery } from '#tenancy/client/queries.ts'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listSubscriptions } from '../contract.ts'
import { SubscriptionsTable } from './subscriptions-table.tsx'

/** Instalments and subscriptions of one student, for admins; nothing without any. */
export function StudentSubscriptions({ student_id }: { student_id: string }) {
  const { t } = useTranslation('subscriptions')
  const query = useApiQuery(listSubscriptions, { limit: 1, user_id: student_id })
  if (query.isPending) return <PendingPart />
  if (!query.data || query.data.data.length === 0) return null
  return (
    <Section title={t('staff.title')}>
      <SubscriptionsTable filters={{ user_id: student_id }} />
    </Section>
  )
}
