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
  getPurchaseQuote,
  listMyOrders,
  startBankTransfer,
} from '../../contract.ts'
import { requestOf, type PayableItem } from '../return-state.ts'

interface Props {
  item: PayableItem
  label: string
  /** Absent: an open order keeps its coupon. */
  coupon_code?: string | null
  /** Absent: an open order keeps its affiliate. */
  affiliate_code?: string | null
  /** Absent: an open order keeps its added courses. */
  bumps?: { id: string; price: number }[]
  variant?: 'filled' | 'default'
}

/** Whether the school takes bank transfers, and no payments on pages of a provider. */
export function useIsTransferOnly(): boolean {
  const methods = useApiQuery(getPaymentMethods, {}).data
  return methods !== undefined && methods.provider === null && methods.bank_transfer
}

/** Starts a bank transfer and opens its page; nothing in a school that takes none. */
export function TransferButton({ item, label, variant = 'default', ...terms }: Props) {
  const { coupon_code, affiliate_code, bumps } = terms
  const { errorText } = useErrorText()
  const navigate = useNavigate()
  const isOffered = useApiQuery(getPaymentMethods, {}).data?.bank_transfer ?? false
  const start = useApiMutation(startBankTransfer, {
    invalidates: [listMyOrders, getMyOrder, getMyBankTransfer, getPurchaseQuote],
    onSuccess: ({ url }) => void navigate(url),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!isOffered) return null
  return (
    <Button
      variant={variant}
      leftSection={<IconBuildingBank size={18} aria-hidden />}
      loading={start.isPending}
      onClick={() =>
        start.mutate({
          ...requestOf(item),
          ...(coupon_code !== undefined && { coupon_code }),
          ...(affiliate_code !== undefined && { affiliate_code }),
          ...(bumps !== undefined && { bumps }),
        })
      }
    >
      {label}
    </Button>
  )
}
