import { IconBuildingBank } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import {
  getMyBankTransfer,
  getMyOrder,
  getPaymentMethods,
  listMyOrders,
  startBankTransfer,
} from '../../contract.ts'
import type { PayableItem } from '../return-state.ts'

interface Props {
  item: PayableItem
  label: string
  /** Absent: an open order keeps its coupon. */
  coupon_code?: string | null
  variant?: 'filled' | 'default'
}

/** Starts a bank transfer and opens its page; nothing in a school that takes none. */
export function TransferButton({ item, label, coupon_code, variant = 'default' }: Props) {
  const { errorText } = useErrorText()
  const navigate = useNavigate()
  const isOffered = useApiQuery(getPaymentMethods, {}).data?.bank_transfer ?? false
  const start = useApiMutation(startBankTransfer, {
    invalidates: [listMyOrders, getMyOrder, getMyBankTransfer],
    onSuccess: ({ url }) => void navigate(url),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!isOffered) return null
  return (
    <Button
      variant={variant}
      leftSection={<IconBuildingBank size={18} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate({ ...requestOf(item), ...(coupon_code !== undefined && { coupon_code }) })}
    >
      {label}
    </Button>
  )
}

function requestOf(item: PayableItem) {
  if ('plan_id' in item) return { plan_id: item.plan_id }
  return { course_id: item.course_id, ...(item.tier !== null && { tier: item.tier }) }
}
