import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getOrder, listOrders, resolveRefund } from '../../contract.ts'
import type { OrderDetails } from '../order-timeline.ts'

interface Props {
  refund: OrderDetails['refunds'][number]
}

/** What staff can do about a refund without a known result: send it again, or name the one that the provider shows. */
export function RefundActions({ refund }: Props) {
  const { t } = useTranslation('payments')
  const { errorText } = useErrorText()
  const resolve = useApiMutation(resolveRefund, {
    invalidates: [getOrder, listOrders],
    onSuccess: () => toast(t('refund.resolved')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const { id, kind, state } = refund
  if (state !== 'needs_attention' && !(state === 'failed' && kind !== 'order')) return null
  if (refund.provider === 'bank_transfer' || refund.provider === 'manual')
    return (
      <PayBack isSending={resolve.isPending} onPaid={() => resolve.mutate({ id, action: 'paid_back' })} />
    )
  return (
    <>
      <Text size="sm">{t('refund.unknown')}</Text>
      <Group gap="sm" mt="xs" align="flex-end">
        <Button
          size="sm"
          variant="default"
          loading={resolve.isPending}
          onClick={() => resolve.mutate({ id, action: 'retry' })}
        >
          {t('refund.sendAgain')}
        </Button>
        {state === 'needs_attention' && (
          <FollowRefund
            isSending={resolve.isPending}
            onFollow={(provider_refund_id) => resolve.mutate({ id, action: 'follow', provider_refund_id })}
          />
        )}
      </Group>
    </>
  )
}

/** The school gives the money back itself. */
function PayBack({ isSending, onPaid }: { isSending: boolean; onPaid: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <>
      <Text size="sm">{t('refund.payBack')}</Text>
      <Button size="sm" mt="xs" variant="default" loading={isSending} onClick={onPaid}>
        {t('refund.paidBack')}
      </Button>
    </>
  )
}

interface FollowProps {
  isSending: boolean
  onFollow: (provider_refund_id: string) => void
}

function FollowRefund({ isSending, onFollow }: FollowProps) {
  const { t } = useTranslation('payments')
  const [found, setFound] = useState('')
  return (
    <>
      <TextField label={t('refund.providerId')} value={found} onChange={setFound} maxLength={200} />
      <Button
        size="sm"
        variant="default"
        disabled={found.trim() === ''}
        loading={isSending}
        onClick={() => onFollow(found.trim())}
      >
        {t('refund.follow')}
      </Button>
    </>
  )
}
