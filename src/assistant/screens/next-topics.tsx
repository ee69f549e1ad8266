import { Text, Title } from '@mantine/core'
import { IconArrowForwardUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useCreatorPreviewParam } from '#ui/frame/course-parameters.ts'
import { getBrowserApp } from '#tenancy/client/browser.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { formatPlaybackTime, useCitationSearch } from './citation-search.ts'
import classes from './ask.module.css'

type Topic = ApiReply<typeof contract.recommendTopics>['data'][number]

interface Props {
  course_id: string
  topic_id: string
  /** Whether an endpoint describes the topics, which takes a moment. */
  usesEndpoint: boolean
  onFollow: () => void
}

/** Recommended topics: first the stored ones, then those by rules, then the endpoint's texts. */
export function NextTopics({ course_id, topic_id, usesEndpoint, onFollow }: Props) {
  const { t } = useTranslation('assistant')
  const [preview] = useCreatorPreviewParam()
  const [before] = useState(() => storedTopics(course_id))
  const input = { course_id, topic: topic_id, ...(preview && { creator_preview: true }) }
  const byRules = useApiQuery(
    contract.recommendTopics,
    { ...input, skip_endpoint: true },
    { keepPrevious: true },
  )
  const worded = useApiQuery(contract.recommendTopics, input, { enabled: usesEndpoint }).data
  const latest = worded ?? byRules.data
  const now = latest?.data
  const search = useCitationSearch()
  useEffect(() => {
    if (!now) return
    const answer = now.map(({ title, words }) => (words ? `${title}: ${words}` : title)).join('\n')
    getBrowserApp()
      .store.courseTopicRecommendation(course_id)
      .set({ question: t('next.title'), answer, topics: now })
  }, [now, course_id, t])
  const topics = (now ?? before).filter(({ content_id }) => content_id !== topic_id)
  if (topics.length === 0) return byRules.isLoading ? <PendingPart /> : null
  return (
    <section className={classes.next} aria-label={t('next.title')}>
      <Title order={3} size="h6">
        {t('next.title')}
      </Title>
      <ul className={classes.topics}>
        {topics.map((topic) => (
          <li key={topic.content_id}>
            <Link
              to={{ search: search({ ...topic, position: 0, quote: '', start_second: null }) }}
              className={classes.topic ?? ''}
              onClick={onFollow}
            >
              <IconArrowForwardUp size={18} aria-hidden className={`ly-mirrored ${classes.arrow}`} />
              <span>
                <strong dir="auto">{topic.title}</strong>
                <Text size="sm" c="dimmed" component="span" display="block">
                  <Why topic={topic} />
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {latest?.by === 'endpoint' && (
        <Text size="sm" c="dimmed">
          {t('next.by')}
        </Text>
      )}
    </section>
  )
}

function Why({ topic: { reason, words, unlocks, position_seconds, ends_at } }: { topic: Topic }) {
  const { t } = useTranslation('assistant')
  const at = reason === 'resume' && position_seconds >= 1
  const byRules = at
    ? t('next.resumeAt', { time: formatPlaybackTime(Math.floor(position_seconds)) })
    : t(`next.${reason}`, { title: unlocks ?? '' })
  return (
    <>
      {words ? <span dir="auto">{words}</span> : byRules}
      {ends_at && (
        <>
          {' '}
          {t('next.ends')} <Time at={ends_at} style="date" />
        </>
      )}
    </>
  )
}

/** Storage may contain other data; only valid entries are shown. */
function storedTopics(course_id: string): Topic[] {
  const stored = getBrowserApp().store.courseTopicRecommendation(course_id).get()?.topics
  if (!Array.isArray(stored)) return []
  return stored.filter((one: Partial<Topic> | null): one is Topic => {
    const isTopic = typeof one?.content_id === 'string' && typeof one.title === 'string'
    return isTopic && typeof one.reason === 'string' && typeof one.position_seconds === 'number'
  })
}
