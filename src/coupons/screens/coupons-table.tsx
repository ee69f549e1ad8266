import { Badge, Box, Code, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTicket, IconTrash } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

export type Coupon = ApiReply<typeof contract.listCoupons>['data'][number]

const tones = {
  active: 'success',
  scheduled: 'primary',
  paused: 'warning',
  used_up: 'gray',
  expired: 'gray',
} as const

interface Props {
  filters: { search?: string; state?: Coupon['state'] }
  onNew: () => void
  onEdit: (coupon: Coupon) => void
}

export function CouponsTable({ filters, onNew, onEdit }: Props) {
  const { t } = useTranslation('coupons')
  const list = useApiPages(contract.listCoupons, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoCoupons isFiltered={Object.keys(filters).length > 0} onNew={onNew} />}
      columns={[
        { key: 'code', title: t('code'), render: (coupon) => <CodeAndValue coupon={coupon} /> },
        {
          key: 'state',
          title: t('state'),
          width: 150,
          wide: true,
          render: (coupon) => <State coupon={coupon} />,
        },
        {
          key: 'used_count',
          title: t('uses'),
          width: 150,
          wide: true,
          render: (coupon) => <Uses coupon={coupon} />,
        },
        {
          key: 'ends_on',
          title: t('dates'),
          width: 200,
          wide: true,
          render: (coupon) => <Dates coupon={coupon} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 168,
          align: 'right',
          render: (coupon) => <Actions coupon={coupon} onEdit={onEdit} />,
        },
      ]}
    />
  )
}

function NoCoupons({ isFiltered, onNew }: { isFiltered: boolean; onNew: () => void }) {
  const { t } = useTranslation('coupons')
  return (
    <EmptyState
      icon={<IconTicket size={40} />}
      title={t(isFiltered ? 'noneFound' : 'none')}
      text={t(isFiltered ? 'noneFoundText' : 'noneText')}
      {...(!isFiltered && { action: <Button onClick={onNew}>{t('new.open')}</Button> })}
    />
  )
}

function CodeAndValue({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  const { courses, plans, applies_to_all_courses } = coupon
  const names = [...courses.map(({ course_name }) => course_name), ...plans.map(({ name }) => name)]
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Code fz="md" fw={600} dir="ltr">
        {coupon.code}
      </Code>
      <Text size="sm" mt={4}>
        <Value coupon={coupon} />
      </Text>
      <Text size="sm" c="dimmed">
        {applies_to_all_courses ? t('allCourses') : names.join(', ')}
      </Text>
      <Audience coupon={coupon} />
      <Box hiddenFrom="sm" mt={6}>
        <Stack gap={6} align="flex-start">
          <State coupon={coupon} />
          <Uses coupon={coupon} />
          <Dates coupon={coupon} />
        </Stack>
      </Box>
    </div>
  )
}

/** Who may use the coupon; nothing for everybody. */
function Audience({ coupon: { audience, student_courses } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  if (audience === 'everybody') return null
  const courses = student_courses.map(({ course_name }) => course_name).join(', ')
  return (
    <Text size="sm" c="dimmed">
      {audience === 'students' ? t('forStudents', { courses }) : t('form.audience_first_purchase')}
    </Text>
  )
}

function Value({ coupon: { percent_off, amount_off, free_months, currency } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  if (free_months !== null) return t('freeMonths', { months: free_months })
  const value = percent_off === null ? formatMoney(amount_off ?? 0, currency ?? '') : `${percent_off}%`
  return t('off', { value })
}

function State({ coupon: { state } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  return (
    <Badge variant="light" color={tones[state]}>
      {t(`state_${state}`)}
    </Badge>
  )
}

function Uses({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  const { used_count: used, held_count: held, max_uses: max } = coupon
  return (
    <>
      <Text size="sm">{max === null ? t('used', { used }) : t('usedOf', { used, max })}</Text>
      {held > 0 && (
        <Text size="sm" c="dimmed">
          {t('held', { held })}
        </Text>
      )}
    </>
  )
}

function Dates({ coupon: { starts_on, ends_on } }: { coupon: Coupon }) {
  const { t, i18n } = useTranslation('coupons')
  const day = (text: string) =>
    formatTime(new Date(text), { style: 'date', language: i18n.language, zone: 'UTC' })
  if (!starts_on && !ends_on) return null
  return (
    <Text size="sm">
      {starts_on && ends_on
        ? t('between', { from: day(starts_on), until: day(ends_on) })
        : starts_on
          ? t('from', { from: day(starts_on) })
          : t('until', { until: day(ends_on!) })}
    </Text>
  )
}

function Actions({ coupon, onEdit }: { coupon: Coupon; onEdit: Props['onEdit'] }) {
  const { t } = useTranslation('coupons')
  const { code, is_paused } = coupon
  const isUnused = coupon.used_count + coupon.held_count === 0
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <IconButton label={t('edit.open', { code })} variant="subtle" size={44} onClick={() => onEdit(coupon)}>
        <IconPencil size={20} aria-hidden />
      </IconButton>
      <PauseButton coupon={coupon} label={t(is_paused ? 'resume.open' : 'pause.open', { code })} />
      {isUnused && <DeleteButton coupon={coupon} />}
    </Group>
  )
}

function PauseButton({ coupon: { id, code, is_paused }, label }: { coupon: Coupon; label: string }) {
  const { t } = useTranslation('coupons')
  const { errorText } = useErrorText()
  const pause = useApiMutation(contract.updateCoupon, {
    invalidates: [contract.listCoupons],
    onSuccess: () => toast(t(is_paused ? 'resume.done' : 'pause.done', { code })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const Icon = is_paused ? IconPlayerPlay : IconPlayerPause
  return (
    <IconButton
      label={label}
      variant="subtle"
      size={44}
      loading={pause.isPending}
      onClick={() => pause.mutate({ id, is_paused: !is_paused })}
    >
      <Icon size={20} aria-hidden />
    </IconButton>
  )
}

function DeleteButton({ coupon: { id, code } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteCoupon, {
    invalidates: [contract.listCoupons],
    onSuccess: () => toast(t('delete.done', { code })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const question = { title: t('delete.title', { code }), text: t('delete.text'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('delete.confirm') })) remove.mutate({ id })
  }
  return (
    <IconButton
      label={t('delete.open', { code })}
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
