import { Badge, Group, Text } from '@mantine/core'
import { IconCopy, IconPackage, IconPencil, IconShoppingCartPlus, IconTrash } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { IconButton, IconLink } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { PlanPrice } from './plan-price.tsx'

export type Plan = ApiReply<typeof contract.listPlansForStaff>['data'][number]

const tones = { draft: 'warning', published: 'success', archived: 'gray' } as const

interface Props {
  onNew: () => void
  onEdit: (plan: Plan) => void
}

export function PlansTable({ onNew, onEdit }: Props) {
  const { t } = useTranslation('payment-plans')
  const list = useApiPages(contract.listPlansForStaff, { limit: 50 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={
        <EmptyState
          icon={<IconPackage size={40} />}
          title={t('none')}
          text={t('noneText')}
          action={<Button onClick={onNew}>{t('new')}</Button>}
        />
      }
      columns={[
        { key: 'name', title: t('name'), render: (plan) => <NameAndPrice plan={plan} /> },
        {
          key: 'status',
          title: t('status'),
          width: 140,
          wide: true,
          render: (plan) => <Status plan={plan} />,
        },
        { key: 'buyer_count', title: t('buyers'), width: 110, wide: true, align: 'right' },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 212,
          align: 'right',
          render: (plan) => <Actions plan={plan} onEdit={onEdit} />,
        },
      ]}
    />
  )
}

function NameAndPrice({ plan }: { plan: Plan }) {
  const { t } = useTranslation('payment-plans')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text fw={560}>{plan.name}</Text>
      <Text size="sm">
        <PlanPrice plan={plan} />
        {plan.trial_days > 0 && ` · ${t('trialDays', { days: plan.trial_days })}`}
      </Text>
      <Text size="sm" c="dimmed">
        {plan.courses.map(({ course_name }) => course_name).join(', ')}
      </Text>
      <Group hiddenFrom="sm" mt={6} gap="xs">
        <Status plan={plan} />
        <Text size="sm">
          {t('buyers')}: {plan.buyer_count}
        </Text>
      </Group>
    </div>
  )
}

function Status({ plan: { status } }: { plan: Plan }) {
  const { t } = useTranslation('payment-plans')
  return (
    <Badge variant="light" color={tones[status]}>
      {t(`status_${status}`)}
    </Badge>
  )
}

function Actions({ plan, onEdit }: { plan: Plan; onEdit: Props['onEdit'] }) {
  const { t } = useTranslation('payment-plans')
  const { id, name } = plan
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/plans/${id}`)
    toast(t('copied'))
  }
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <IconButton label={t('edit', { name })} variant="subtle" size={44} onClick={() => onEdit(plan)}>
        <IconPencil size={20} aria-hidden />
      </IconButton>
      {plan.kind === 'one_time' && plan.status !== 'archived' && <BumpsLink plan={plan} />}
      {plan.status === 'published' && (
        <IconButton label={t('copyLink', { name })} variant="subtle" size={44} onClick={() => void copy()}>
          <IconCopy size={20} aria-hidden />
        </IconButton>
      )}
      {plan.status !== 'archived' && <DeleteButton plan={plan} />}
    </Group>
  )
}

/** The courses that buyers of the plan can add. */
function BumpsLink({ plan: { id, name } }: { plan: Plan }) {
  const { t } = useTranslation('payment-plans')
  const label = t('bumpsOf', { name })
  return (
    <IconLink label={label} to={`/manage/plans/${id}/bumps`} variant="subtle" size={44}>
      <IconShoppingCartPlus size={20} aria-hidden />
    </IconLink>
  )
}

function DeleteButton({ plan: { id, name } }: { plan: Plan }) {
  const { t } = useTranslation('payment-plans')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deletePaymentPlan, {
    invalidates: [contract.listPlansForStaff],
    onSuccess: ({ outcome }) => toast(t(outcome === 'deleted' ? 'deleted' : 'archived', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const question = { title: t('delete', { name }), text: t('deleteText'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('deleteConfirm') })) remove.mutate({ id })
  }
  return (
    <IconButton
      label={t('delete', { name })}
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
