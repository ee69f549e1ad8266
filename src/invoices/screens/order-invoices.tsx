import { Group, Stack, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listInvoices, listMyInvoices } from '../contract.ts'
import { PdfButton } from './pdf-button.tsx'

interface Props {
  order_id: string
}

/** Invoice and credit notes of an order, for its buyer. */
export function MyOrderInvoices({ order_id }: Props) {
  const query = useApiQuery(listMyInvoices, { order_id, limit: 50 })
  return <Documents query={query} isStaff={false} />
}

/** Invoice and credit notes of an order, for staff. */
export function OrderInvoices({ order_id }: Props) {
  const query = useApiQuery(listInvoices, { order_id, limit: 50 })
  return <Documents query={query} isStaff />
}

type Invoice = ApiReply<typeof listMyInvoices>['data'][number]

interface DocumentsProps {
  query: Pick<ReturnType<typeof useApiQuery<typeof listMyInvoices>>, 'error' | 'refetch'> & {
    data?: { data: readonly Invoice[] } | undefined
  }
  isStaff: boolean
}

function Documents({ query: { data, error, refetch }, isStaff }: DocumentsProps) {
  const { t } = useTranslation('invoices')
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.data.length === 0) return null
  return (
    <Section title={t('ofOrder')}>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.data.map((invoice) => (
          <Group component="li" key={invoice.id} justify="space-between" gap="sm">
            <DocumentName invoice={invoice} />
            <PdfButton invoice={invoice} isStaff={isStaff} />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

/** Kind, number, date and total of a document. */
export function DocumentName({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const { kind, invoice_number: number, refers_to, issued_at, total, currency } = invoice
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      <Text fw={560}>{t(`kind.${kind}Of`, { number })}</Text>
      <Text size="sm" c="dimmed">
        <Time at={issued_at} style="date" /> · {formatMoney(total, currency)}
      </Text>
      {refers_to && (
        <Text size="sm" c="dimmed">
          {t('refersTo', { number: refers_to })}
        </Text>
      )}
    </div>
  )
}
