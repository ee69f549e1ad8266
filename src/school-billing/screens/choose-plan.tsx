import { Badge, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatBytes, formatMoney } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { ChoiceBar } from '#ui/form/fields/choice-bar.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listPlanPrices } from '../contract.ts'
import { isChangeable, isSubscribed, type Billing, type PlanPrice } from './billing-types.ts'
import { ChangeDialog } from './change-dialog.tsx'

/** The plans, by month or year. */
export function ChoosePlan({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const prices = useApiQuery(listPlanPrices, {}, { staleTime: 300_000 })
  const [interval, setInterval] = useState<'month' | 'year'>(billing.interval ?? 'month')
  const [chosen, setChosen] = useState<PlanPrice | null>(null)
  const offers = prices.data?.data ?? []
  const isChoice = new Set(offers.map((price) => price.interval)).size > 1
  return (
    <Section
      title={t('choose.title')}
      text={t('choose.text')}
      aside={isChoice && <IntervalChoice value={interval} onChange={setInterval} />}
    >
      {prices.error && <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />}
      {!prices.data && !prices.error && <CardSkeleton cards={2} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {offers
          .filter((price) => price.interval === interval)
          .map((price) => (
            <PlanCard
              key={price.price_id}
              price={price}
              billing={billing}
              onChoose={() => setChosen(price)}
            />
          ))}
      </SimpleGrid>
      {chosen && <ChangeDialog billing={billing} price={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}

interface IntervalProps {
  value: 'month' | 'year'
  onChange: (interval: 'month' | 'year') => void
}

function IntervalChoice({ value, onChange }: IntervalProps) {
  const { t } = useTranslation('school-billing')
  const choices = (['month', 'year'] as const).map((one) => ({ value: one, label: t(`choose.${one}`) }))
  return <ChoiceBar label={t('choose.interval')} choices={choices} value={value} onChange={onChange} />
}

interface CardProps {
  price: PlanPrice
  billing: Billing
  onChoose: () => void
}

function PlanCard({ price, billing, onChoose }: CardProps) {
  const { t } = useTranslation('school-billing')
  const isCurrent = isSubscribed(billing) && billing.price_id === price.price_id
  const canChoose = !isCurrent && (!isSubscribed(billing) || isChangeable(billing))
  const name = t(`plan.${price.plan}`)
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="md" h="100%">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h4">
            {name}
          </Title>
          {isCurrent && (
            <Badge color="success" variant="light">
              {t('choose.current')}
            </Badge>
          )}
        </Group>
        <PlanDetails price={price} />
        {canChoose && (
          <Button
            mt="auto"
            variant={price.plan === 'pro' && !isSubscribed(billing) ? 'filled' : 'default'}
            onClick={onChoose}
          >
            {t('choose.select', { plan: name })}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function PlanDetails({ price }: { price: PlanPrice }) {
  const { t } = useTranslation('school-billing')
  return (
    <>
      <div>
        <Text size="xl" fw={640}>
          {formatMoney(price.unit_amount, price.currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('choose.perSeat', { interval: t(`interval.${price.interval}`) })}
        </Text>
      </div>
      <List spacing={4} size="sm" icon={<IconCheck size={16} aria-hidden />} center>
        <List.Item>{t('choose.students')}</List.Item>
        <List.Item>{t('choose.includes', { storage: formatBytes(price.storage) })}</List.Item>
      </List>
    </>
  )
}
