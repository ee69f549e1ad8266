import { Stack } from '@mantine/core'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AllBumps } from '../bumps/all-bumps.tsx'
import { SchoolReconciliation } from '../reconciliation/school-reconciliation.tsx'
import { Settlements } from './settlements.tsx'
import { Payouts } from './payouts.tsx'
import { Revenue } from './revenue.tsx'

export const handle: ScreenHandle = { namespaces: ['revenue', 'payments', 'bumps', 'manual-orders'] }

const views = ['revenue', 'bumps', 'payouts', 'settlements', 'reconciliation'] as const

/** What the school earns, where the money is, and whether the providers' lists agree. */
export default function RevenuePage() {
  const { t } = useTranslation('revenue')
  const [view, setView] = useQueryParam('view')
  const content = {
    revenue: <Revenue />,
    bumps: <AllBumps />,
    payouts: <Payouts />,
    settlements: <Settlements />,
    reconciliation: <SchoolReconciliation />,
  }
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} text={t('text')} />
      <Tabs
        label={t('title')}
        tabs={views.map((value) => ({ value, label: t(`view_${value}`), content: content[value] }))}
        value={views.find((one) => one === view) ?? 'revenue'}
        onChange={(value) => setView(value === 'revenue' ? null : value)}
      />
    </Stack>
  )
}
