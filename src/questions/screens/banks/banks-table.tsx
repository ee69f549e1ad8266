import { Anchor, Box, Group, Text } from '@mantine/core'
import { IconCopy, IconFolder, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export type Bank = ApiReply<typeof contract.listQuestionBanks>['data'][number]

/** The dialog of a bank. */
export type BankDialogState = { kind: 'create' } | { kind: 'edit' | 'copy'; bank: Bank }

interface Props {
  filters: { q?: string; course_id?: string }
  onOpen: (dialog: BankDialogState) => void
}

export function BanksTable({ filters, onOpen }: Props) {
  const { t } = useTranslation('question-banks')
  const list = useApiPages(contract.listQuestionBanks, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoBanks isFiltered={Object.keys(filters).length > 0} onOpen={onOpen} />}
      columns={[
        { key: 'name', title: t('name'), render: (bank) => <NameCell bank={bank} /> },
        {
          key: 'question_count',
          title: t('questions'),
          width: 110,
          align: 'right',
          wide: true,
          render: (bank) => formatNumber(bank.question_count),
        },
        {
          key: 'updated_at',
          title: t('updated'),
          width: 190,
          wide: true,
          render: (bank) => <Time at={bank.updated_at} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 150,
          align: 'right',
          render: (bank) => <Actions bank={bank} onOpen={onOpen} />,
        },
      ]}
    />
  )
}

function NoBanks({ isFiltered, onOpen }: { isFiltered: boolean; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('question-banks')
  return (
    <EmptyState
      icon={<IconFolder size={40} />}
      title={t(isFiltered ? 'noneFound' : 'none')}
      text={t(isFiltered ? 'noneFoundText' : 'noneText')}
      {...(!isFiltered && {
        action: <Button onClick={() => onOpen({ kind: 'create' })}>{t('create.open')}</Button>,
      })}
    />
  )
}

function NameCell({ bank }: { bank: Bank }) {
  const { t } = useTranslation('question-banks')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        fw={600}
        renderRoot={(props: object) => (
          <Link to={`/manage/question-banks/${bank.id}`} prefetch="intent" {...props} />
        )}
      >
        {bank.name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {bank.course_name ?? t('wholeSchool')}
      </Text>
      {bank.description && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {bank.description}
        </Text>
      )}
      <Box hiddenFrom="sm">
        <Text size="sm">{t('questionNumber', { number: formatNumber(bank.question_count) })}</Text>
      </Box>
    </div>
  )
}

function Actions({ bank, onOpen }: { bank: Bank; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('question-banks')
  const { name } = bank
  return (
    <Group gap={4} justify="flex-end" wrap="wrap">
      {bank.may_manage && (
        <IconButton
          label={t('edit.open', { name })}
          variant="subtle"
          size={44}
          onClick={() => onOpen({ kind: 'edit', bank })}
        >
          <IconPencil size={20} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={t('copy.open', { name })}
        variant="subtle"
        size={44}
        onClick={() => onOpen({ kind: 'copy', bank })}
      >
        <IconCopy size={20} aria-hidden />
      </IconButton>
      {bank.may_manage && <DeleteButton bank={bank} />}
    </Group>
  )
}

function DeleteButton({ bank: { id: bank_id, name, question_count } }: { bank: Bank }) {
  const { t } = useTranslation('question-banks')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteQuestionBank, {
    invalidates: [contract.listQuestionBanks],
    onSuccess: () => toast(t('delete.done', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const text = t('delete.text', { number: formatNumber(question_count) })
    const question = { title: t('delete.title', { name }), text, danger: true }
    if (await confirm({ ...question, confirmLabel: t('delete.confirm') })) remove.mutate({ bank_id })
  }
  return (
    <IconButton
      label={t('delete.open', { name })}
      variant="subtle"
      color="error"
      size={44}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={20} aria-hidden />
    </IconButton>
  )
}
