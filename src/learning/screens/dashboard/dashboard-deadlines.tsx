import { SimpleGrid, Text, Title } from '@mantine/core'
import {
  IconCalendarDue,
  IconCalendarTime,
  IconClockPlay,
  IconDoorExit,
  IconSparkles,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getDashboard } from '../../contract.ts'
import classes from './dashboard.module.css'

type Dashboard = ApiReply<typeof getDashboard>

const icons = {
  access_ends: IconDoorExit,
  course_ends: IconCalendarDue,
  course_starts: IconCalendarTime,
  content_opens: IconClockPlay,
}

/** Upcoming dates and new contents; renders nothing if there are none. */
export function DashboardDeadlines() {
  const { data } = useApiQuery(getDashboard, {})
  if (!data || (data.deadlines.length === 0 && data.new_contents.length === 0)) return null
  return (
    <SimpleGrid
      cols={{ base: 1, md: data.deadlines.length > 0 && data.new_contents.length > 0 ? 2 : 1 }}
      spacing="lg"
    >
      {data.deadlines.length > 0 && <Due deadlines={data.deadlines} />}
      {data.new_contents.length > 0 && <New new_contents={data.new_contents} />}
    </SimpleGrid>
  )
}

function Due({ deadlines }: { deadlines: Dashboard['deadlines'] }) {
  const { t } = useTranslation('learning')
  return (
    <section className={classes.list} aria-labelledby="deadlines">
      <Title order={2} size="h4" id="deadlines">
        {t('deadlines.title')}
      </Title>
      <ul>
        {deadlines.map(({ kind, course_id, course_name, at, topic }) => {
          const Icon = icons[kind]
          return (
            <li key={`${kind} ${course_id} ${topic?.id ?? ''}`}>
              <Icon size={20} aria-hidden />
              <div>
                <Link to={`/learn/${course_id}`}>{topic?.title ?? course_name}</Link>
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
      <Title order={2} size="h4" id="new_contents">
        {t('new_contents.title')}
      </Title>
      <ul>
        {new_contents.map(({ course_id, course_name, topic, published_at }) => (
          <li key={`${course_id} ${topic.id}`}>
            <IconSparkles size={20} aria-hidden />
            <div>
              <Link to={`/learn/${course_id}?topic=${topic.id}`}>{topic.title}</Link>
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
