import { Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OrderDetails } from '../order-timeline.ts'
import { QuarantinedFacts, QuarantinedState, type Quarantined } from './quarantined-facts.tsx'

const DecideDialog = lazy(() => import('./decide-dialog.tsx'))

/** Payments of an order that do not match it. The school decides about those in its own account. */
export function OrderQuarantine({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('quarantine')
  const [decided, setDecided] = useState<Quarantined | null>(null)
  if (order.quarantined.length === 0) return null
  return (
    <Section title={t('title')}>
      {order.quarantined.map((payment) => (
        <Stack key={payment.id} gap="sm" align="flex-start">
          <QuarantinedFacts payment={payment} />
          <QuarantinedState payment={payment} />
          {payment.state === 'open' && (
            <Text size="sm" c="dimmed">
              {t(payment.is_own_account ? 'schoolDecides' : 'platformDecides')}
            </Text>
          )}
          {payment.state === 'open' && payment.is_own_account && (
            <Button size="sm" variant="default" onClick={() => setDecided(payment)}>
              {t('decide')}
            </Button>
          )}
        </Stack>
      ))}
      {decided && (
        <Suspense>
          <DecideDialog payment={decided} isPlatform={false} onClose={() => setDecided(null)} />
        </Suspense>
      )}
    </Section>
  )
}
