import { Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { getPaymentPlan } from '#payment-plans/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BumpOffers } from './bump-offers.tsx'

export const handle: ScreenHandle = { namespaces: ['bumps'] }

/** The offers that are added to a plan. */
export default function PlanBumps() {
  const { t } = useTranslation('bumps')
  const { plan_id = '' } = useParams()
  const plan = useApiQuery(getPaymentPlan, { id: plan_id }).data
  return (
    <Stack gap="lg" maw={720}>
      <PageHeading
        title={t('title')}
        {...(plan && { text: plan.name })}
        actions={
          <LinkButton
            to="/manage/plans"
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
          >
            {t('toPlans')}
          </LinkButton>
        }
      />
      <BumpOffers item={{ plan_id }} />
    </Stack>
  )
}
