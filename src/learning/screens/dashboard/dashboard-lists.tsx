import { Text, Title } from '@mantine/core'
import {
  IconCalendarDue,
  IconCalendarTime,
  IconClockPlay,
  IconDoorExit,
  IconSparkles,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getDashboard } from '../../contract.ts'
import classes from './dashboard.module.css'

export type Dashboard = ApiReply<typeof getDashboard>

const icons = {
  access_ends: IconDoorExit,
  course_ends: IconCalendarDue,
  course_starts: IconCalendarTime,
  content_opens: IconClockPlay,
}

/** Upcoming dates and new contents; renders nothing if there are none. */
export function DashboardLists({ deadlines, new_contents }: Dashboard) {
  if (deadlines.length === 0 && new_contents.length === 0) return null
  return (
    <div className={classes.lists}>
      {deadlines.length > 0 && <Due deadlines={deadlines} />}
      {new_contents.length > 0 && <New new_contents={new_contents} />}
    </div>
  )
}

function Due({ deadlines }: { deadlines: Dashboard['deadlines'] }) {
  const { t } = useTranslation('learning')
  return (
    <section className={classes.list} aria-labelledby="deadlines">
      <Title order={2} size="h5" id="deadlines">
        {t('deadlines.title')}
      </Title>
      <ul>
        {deadlines.map(({ kind, course_id, course_name, at, topic }) => {
          const Icon = icons[kind]
          return (
            <li key={`${kind} ${course_id} ${topic?.id ?? ''}`}>
              <Icon size={20} aria-hidden />
              <div>
                <Link to={`/learn/${course_id}`} prefetch="intent">
                  {topic?.title ?? course_name}
                </Link>
                <Text size="sm" c="dimmed">
                  {t(`deadlines.${kind}`)} <Time at={at} style="datetime" />
                  {topic && ` · ${course_name}`}
                </Text>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function New({ new_contents }: { new_contents: Dashboard['new_contents'] }) {
  const { t } = useTranslation('learning')
  return (
    <section className={classes.list} aria-labelledby="new_contents">
      <Title order={2} size="h5" id="new_contents">
        {t('new_contents.title')}
      </Title>
      <ul>
        {new_contents.map(({ course_id, course_name, topic, published_at }) => (
          <li key={`${course_id} ${topic.id}`}>
            <IconSparkles size={20} aria-hidden />
            <div>
              <Link to={`/learn/${course_id}?topic=${topic.id}`} prefetch="intent">
                {topic.title}
              </Link>
              <Text size="sm" c="dimmed">
                {course_name} · <Time at={published_at} style="relative" />
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
