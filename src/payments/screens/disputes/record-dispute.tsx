import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getOrder, listOrders, recordManualDispute } from '../../contract.ts'
import type { OrderDetails } from '../order-timeline.ts'

interface Props {
  order: OrderDetails
  payment: OrderDetails['payments'][number]
}

/** Records a dispute that Flutterwave’s API does not report. */
export function RecordDispute({ order, payment }: Props) {
  const { t } = useTranslation('disputes')
  const { errorText } = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const [disputeId, setDisputeId] = useState('')
  const record = useApiMutation(recordManualDispute, {
    invalidates: [getOrder, listOrders],
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!isOpen)
    return (
      <Group>
        <Button size="sm" variant="default" onClick={() => setOpen(true)}>
          {t('manual.open')}
        </Button>
      </Group>
    )
  const provider_dispute_id = disputeId.trim()
  return (
    <Stack gap="sm">
      <Text size="sm">{t('manual.text')}</Text>
      <Group gap="sm" align="flex-end">
        <TextField label={t('manual.id')} value={disputeId} onChange={setDisputeId} maxLength={120} />
        <Button
          size="sm"
          disabled={provider_dispute_id === ''}
          loading={record.isPending}
          onClick={() => record.mutate({ id: order.id, payment_id: payment.id, provider_dispute_id })}
        >
          {t('manual.open')}
        </Button>
      </Group>
    </Stack>
  )
}
