import { Anchor, Box, Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconClipboardCheck,
  IconArrowDownCircle,
  IconArrowUpCircle,
  IconCircleCheck,
  IconClockOff,
  IconLifebuoy,
  IconFileZip,
  IconLockAccess,
  IconMessage,
  IconPlugConnectedX,
  IconStar,
  IconUserMinus,
  IconUserQuestion,
  IconUserX,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'
import classes from './notifications.module.css'

export type NotificationItem = ApiReply<typeof contract.listNotifications>['data'][number]

/** Kinds with a text of their own; all others use a general text. */
const icons = {
  approval_to_course: IconCircleCheck,
  unapproval_to_course: IconLockAccess,
  decline_of_request: IconUserX,
  certificate_issued: IconCircleCheck,
  certificate_declined: IconUserX,
  result_changed: IconClipboardCheck,
  join_requests: IconUserQuestion,
  end_of_access_to_course: IconClockOff,
  deletion_from_course: IconUserMinus,
  higher_tier_in_course: IconArrowUpCircle,
  lower_tier_in_course: IconArrowDownCircle,
  opening_of_course: IconBell,
  end_of_course_message: IconMessage,
  end_of_course_reply: IconMessage,
  review_of_course: IconStar,
  reply_to_review: IconMessage,
  assistant_correction: IconMessage,
  webhook_turned_off: IconPlugConnectedX,
  support_entered: IconLifebuoy,
  data_export_ready: IconFileZip,
  data_export_of_person_ready: IconFileZip,
  payment_receipt: IconCircleCheck,
  payment_dispute_open: IconAlertTriangle,
  payment_dispute_won: IconCircleCheck,
  payment_dispute_lost: IconAlertTriangle,
} as const

type Kind = keyof typeof icons
const hasIcon = (kind: string): kind is Kind => kind in icons

interface Props {
  item: NotificationItem
  onRead: () => void
}

export function NotificationRow({ item, onRead }: Props) {
  const { t } = useTranslation('notifications')
  const { kind, data, created_at, read_at } = item
  const Icon = hasIcon(kind) ? icons[kind] : IconBell
  const course = textOf(data.course_name)
  const host = textOf(data.host)
  const [email, reason] = [textOf(data.email), textOf(data.reason)]
  const assessment = textOf(data.assessment_name)
  const isComplete = hasIcon(kind) && hasSubject(data)
  const text = isComplete
    ? t(`kinds.${kind}`, { course, host, email, reason, assessment, ...amountsOf(data) })
    : t('kinds.other')
  const about = subjectOf(data)
  const to = pages[kind] ?? (about ? positions[kind]?.(about) : undefined)
  const end = textOf(data.student_approval_end_date)
  return (
    <li className={classes.row} data-unread={read_at === null || undefined}>
      <span className={classes.icon} data-kind={kind}>
        <Icon size={22} aria-hidden />
      </span>
      <Box flex={1} miw={0}>
        <Text fw={read_at === null ? 650 : 400} style={{ overflowWrap: 'anywhere' }}>
          {read_at === null && <span className="ly-hidden">{t('unread')} </span>}
          {to ? (
            <Anchor
              fw="inherit"
              renderRoot={(props: object) => <Link to={to} {...props} />}
              onClick={() => read_at === null && onRead()}
            >
              {text}
            </Anchor>
          ) : (
            text
          )}
        </Text>
        {(kind === 'decline_of_request' || kind === 'certificate_declined') && reason && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('reason', { reason })}
          </Text>
        )}
        <Group gap="xs" c="dimmed" fz="sm">
          <Time at={created_at} style="relative" />
          {end && (
            <span>
              {t('until')} <Time at={end} style="date" />
            </span>
          )}
        </Group>
      </Box>
      {read_at === null && (
        <IconButton label={t('markRead', { text })} color="gray" onClick={onRead}>
          <IconCheck size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** Notifications that always lead to the same page. */
const pages: Record<string, string> = {
  certificate_issued: '/certificates',
  certificate_declined: '/certificates',
}
const learn = (course_id: string) => `/learn/${course_id}`
const toOrder = (order_id: string) => `/manage/orders/${order_id}`
const positions: Record<string, (id: string) => string> = {
  support_entered: () => '/manage/activity',
  webhook_turned_off: (endpoint_id) => `/manage/webhooks/${endpoint_id}`,
  data_export_ready: () => '/profile/data-privacy',
  data_export_of_person_ready: (user_id) => `/manage/people/${user_id}/data`,
  approval_to_course: learn,
  higher_tier_in_course: learn,
  lower_tier_in_course: learn,
  reply_to_review: learn,
  opening_of_course: learn,
  end_of_course_reply: learn,
  assistant_correction: (course_id) => `${learn(course_id)}?ask=true`,
  result_changed: (attempt_id) => `/assessments/attempts/${attempt_id}`,
  payment_receipt: () => '/payments',
  payment_dispute_open: toOrder,
  payment_dispute_won: toOrder,
  payment_dispute_lost: toOrder,
  join_requests: () => '/manage/students?status=pending',
  review_of_course: (course_id) => `/manage/courses/${course_id}/feedback/reviews`,
  end_of_course_message: (course_id) => `/manage/courses/${course_id}/feedback/messages`,
}

const firstOf = (data: NotificationItem['data'], ...names: string[]) =>
  names.map((name) => textOf(data[name])).find(Boolean)
/** What the link of a notification leads to. */
const subjectOf = (data: NotificationItem['data']) =>
  firstOf(data, 'order_id', 'attempt_id', 'course_id', 'endpoint_id', 'visit_id', 'user_id')
/** Whether a notification names what it is about. */
const hasSubject = (data: NotificationItem['data']) =>
  firstOf(data, 'course_name', 'assessment_name', 'host', 'email', 'user_id', 'order') !== undefined

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const amountsOf = ({ total, count, order, amount }: NotificationItem['data']) => ({
  total: textOf(total),
  order: textOf(order),
  amount: textOf(amount),
  count: numberOf(count),
})
