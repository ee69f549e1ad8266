import {
  IconAlertTriangle,
  IconArrowRight,
  IconCircleCheck,
  IconFileAlert,
  IconHourglassLow,
  IconMessageCircleQuestion,
  IconMessageReply,
  IconPencil,
  IconPencilCheck,
  IconPencilOff,
  IconPlugConnectedX,
  IconReceipt,
  IconUserCheck,
  IconUserQuestion,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getStaffHome } from '../contract.ts'
import { countText } from './figures.tsx'
import classes from './home.module.css'

type Task = ApiReply<typeof getStaffHome>['tasks'][number]
type Kind = Task['kind']

const icons: Record<Kind, typeof IconUserCheck> = {
  join_requests: IconUserQuestion,
  awaiting_teachers: IconUserCheck,
  attention_orders: IconReceipt,
  answers_to_mark: IconPencilCheck,
  waiting_messages: IconMessageReply,
  unanswered_questions: IconMessageCircleQuestion,
  stuck_students: IconHourglassLow,
  unpublished_work: IconPencil,
  unpublished_course: IconPencilOff,
  failed_import: IconFileAlert,
  disabled_webhook: IconPlugConnectedX,
  failed_domain: IconAlertTriangle,
}

const failures: readonly Kind[] = ['failed_import', 'disabled_webhook', 'failed_domain']

/** Address of the page where the task is done. */
const addresses: Record<Kind, (id: string) => string> = {
  join_requests: () => '/manage/students?status=pending',
  awaiting_teachers: () => '/manage/people?tab=teachers&status=awaiting_acceptance',
  attention_orders: () => '/manage/orders?view=attention',
  answers_to_mark: (assessment_id) => `/manage/assessments/${assessment_id}/marking`,
  waiting_messages: (course_id) => `/manage/courses/${course_id}/feedback/messages`,
  unanswered_questions: (course_id) => `/manage/courses/${course_id}/feedback/questions`,
  stuck_students: () => '/manage/students?status=stuck',
  unpublished_work: (course_id) => `/manage/courses/${course_id}`,
  unpublished_course: (course_id) => `/manage/courses/${course_id}`,
  failed_import: () => '/manage/students/import',
  disabled_webhook: (endpoint_id) => `/manage/webhooks/${endpoint_id}`,
  failed_domain: () => '/manage/domains',
}

/** The queue of what waits for the reader; each row links to the place where it is done. */
export function Tasks({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('staff-home')
  if (tasks.length === 0)
    return (
      <p className={classes.done}>
        <IconCircleCheck size={22} aria-hidden />
        <span>
          <strong>{t('tasks.none')}</strong> {t('tasks.noneText')}
        </span>
      </p>
    )
  return (
    <Section title={t('tasks.title')}>
      <ul className={classes.tasks}>
        {tasks.map((task) => (
          <TaskRow key={`${task.kind}/${task.subject?.id ?? ''}`} task={task} />
        ))}
      </ul>
    </Section>
  )
}

function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation('staff-home')
  const { kind, count, subject, since } = task
  const Icon = icons[kind]
  return (
    <li data-failure={failures.includes(kind) || undefined}>
      <span className={classes.taskIcon}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={classes.taskText}>
        <Link to={addresses[kind](subject?.id ?? '')} prefetch="intent">
          {t(`tasks.${kind}`, { count, shown: countText(count), name: subject?.name ?? '' })}
        </Link>
        <span>
          {t(`tasks.why.${kind}`)}
          {since && (
            <>
              {' · '}
              <Time at={since} style="relative" />
            </>
          )}
        </span>
      </span>
      <IconArrowRight size={18} aria-hidden className={`ly-mirrored ${classes.arrow}`} />
    </li>
  )
}
