import { Group, Text } from '@mantine/core'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { endGivenAccess, getOrder, listOrders } from '../../contract.ts'
import type { OrderDetails } from '../order-timeline.ts'

/** Access that staff gave without a payment, with a button that ends it; nothing for other orders. */
export function GivenAccess({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('manual-orders')
  const entry = order.manual_entries.find(({ payment_id }) => payment_id === null)
  if (!entry) return null
  const { recorded_by, note, access_ends_at, access_ended_at } = entry
  return (
    <Section title={t('given.title')}>
      <Text>{t('given.by', { name: recorded_by.name })}</Text>
      {note && <Text style={{ overflowWrap: 'anywhere' }}>{t('entry.note', { note })}</Text>}
      {access_ended_at ? (
        <Text>
          {t('given.ended')} <Time at={access_ended_at} />
        </Text>
      ) : (
        access_ends_at && (
          <Text>
            {t('given.until')} <Time at={lastMoment(access_ends_at)} style="date" />
          </Text>
        )
      )}
      {!access_ended_at && <EndButton order={order} />}
    </Section>
  )
}

/** Access ends at midnight: the day before is its last. */
const lastMoment = (end: string) => new Date(Date.parse(end) - 1).toISOString()

function EndButton({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('manual-orders')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const end = useApiMutation(endGivenAccess, {
    invalidates: [getOrder, listOrders],
    onSuccess: () => toast(t('given.done')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const name = order.buyer.name || order.buyer.email
  const ask = async () => {
    const question = { title: t('given.end'), text: t('given.confirm', { name }), danger: true }
    if (await confirm({ ...question, confirmLabel: t('given.end') })) end.mutate({ id: order.id })
  }
  return (
    <Group>
      <Button variant="default" loading={end.isPending} onClick={() => void ask()}>
        {t('given.end')}
      </Button>
    </Group>
  )
}
