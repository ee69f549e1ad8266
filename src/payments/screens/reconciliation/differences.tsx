import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable, type ListPages } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Time } from '#ui/components/time.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  consoleListReconciliationDifferences,
  consoleResolveReconciliationDifference,
  listReconciliationDifferences,
  resolveReconciliationDifference,
} from '../../contract.ts'

export type Difference = ApiReply<typeof listReconciliationDifferences>['data'][number]

interface Props {
  list: ListPages & { rows: Difference[] | undefined }
  /** The platform's account instead of the school's. */
  isPlatform: boolean
  /** In the console, for a school: the school explains them, and its orders are on another host. */
  isReadOnly?: boolean
}

/** Differences between a provider and the books: what each means, and what to do. */
export function Differences({ list, isPlatform, isReadOnly = false }: Props) {
  const { t } = useTranslation('revenue')
  const [explained, setExplained] = useState<Difference | null>(null)
  return (
    <>
      <DataTable
        label={`${t('differences')}: ${t('state')}`}
        rows={list.rows}
        rowKey="id"
        pages={list}
        empty={<NoDifferences />}
        columns={[
          {
            key: 'kind',
            title: t('difference'),
            render: (row) => <Meaning difference={row} hasOrder={!isReadOnly} />,
          },
          {
            key: 'state',
            title: t('state'),
            width: 150,
            render: (row) => (
              <State difference={row} onExplain={isReadOnly ? undefined : () => setExplained(row)} />
            ),
          },
        ]}
      />
      <Modal opened={explained !== null} onClose={() => setExplained(null)} title={t('explain.title')}>
        {explained && (
          <ExplainForm id={explained.id} isPlatform={isPlatform} onClose={() => setExplained(null)} />
        )}
      </Modal>
    </>
  )
}

function NoDifferences() {
  const { t } = useTranslation('revenue')
  return (
    <EmptyState
      icon={<IconCircleCheck size={40} />}
      title={t('noDifferences')}
      text={t('noDifferencesText')}
    />
  )
}

function Meaning({ difference, hasOrder }: { difference: Difference; hasOrder: boolean }) {
  const { t } = useTranslation('revenue')
  const { kind, provider, expected_amount, found_amount, currency, order_id, transaction_id } = difference
  const amount = (value: number | null) => (value === null ? '' : formatMoney(value, currency))
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }} maw={640}>
      <Text fw={600}>{t(`kind.${kind}`)}</Text>
      <Text size="sm">
        {t(`meaning.${kind}`, {
          provider: providerTitles[provider],
          expected: amount(expected_amount),
          found: amount(found_amount),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`action.${kind}`)}
      </Text>
      <Text size="sm" c="dimmed">
        <Time at={difference.created_at} style="date" /> · <span dir="ltr">{transaction_id}</span>
      </Text>
      {hasOrder && order_id && (
        <Anchor
          size="sm"
          renderRoot={(props: object) => <Link to={`/manage/orders/${order_id}`} {...props} />}
        >
          {t('toOrder')}
        </Anchor>
      )}
    </Stack>
  )
}

interface StateProps {
  difference: Difference
  onExplain: (() => void) | undefined
}

function State({ difference: { state, explanation }, onExplain }: StateProps) {
  const { t } = useTranslation('revenue')
  if (state === 'open' && !onExplain) return <Badge variant="light">{t('show.open')}</Badge>
  if (state === 'open')
    return (
      <Button size="sm" variant="default" onClick={onExplain}>
        {t('explain.open')}
      </Button>
    )
  return (
    <Stack gap={4} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Badge variant="light" color="success">
        {t('resolved')}
      </Badge>
      <Text size="sm" c="dimmed">
        {explanation === 'settled' ? t('settledByRun') : explanation}
      </Text>
    </Stack>
  )
}

interface FormProps {
  id: string
  isPlatform: boolean
  onClose: () => void
}

function ExplainForm({ id, isPlatform, onClose }: FormProps) {
  const { t } = useTranslation('revenue')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: isPlatform ? consoleResolveReconciliationDifference : resolveReconciliationDifference,
    initialValues: { explanation: '' },
    rules: { explanation: required() },
    input: ({ explanation }) => ({ id, explanation }),
    async onDone() {
      for (const list of [listReconciliationDifferences, consoleListReconciliationDifferences])
        await cache.invalidateQueries({ queryKey: queryKey(list) })
      toast(t('explain.done'))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('explain.title')}>
      <FormSummary form={form} />
      <TextArea
        {...form.field('explanation')}
        label={t('explain.label')}
        hint={t('explain.hint')}
        autosize
        minRows={2}
        maxLength={500}
        required
      />
      <SubmitButton form={form}>{t('explain.save')}</SubmitButton>
    </Form>
  )
}
