import { Alert, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { formatPercent } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatPlaybackTime, secondsNeeded, type Topic } from '../model/player-model.ts'
import { totalSeconds, type SecondRanges } from '../progress/second-ranges.ts'
import { useDuration, useMediaValue } from '../controls/use-media-value.ts'
import { seekTo, type MediaRef } from './media-control.ts'
import { firstMissedSecond } from './missed-part.ts'

interface Props {
  topic: Topic
  /** Seconds that the student played on any device. */
  played: SecondRanges
  media: MediaRef
}

/** How much was played, and at the end what is missing to complete the lesson. */
export function PlayedShare({ topic, played, media }: Props) {
  const { t } = useTranslation('learning')
  const found = Math.floor(useDuration(media))
  const duration = found || topic.media_seconds || topic.duration_seconds || 0
  const hasEnded = useHasEnded(media)
  const needed = secondsNeeded({ ...topic, duration_seconds: duration })
  if (needed === null || duration === 0) return null
  const percentage = Math.min(100, Math.floor((totalSeconds(played) * 100) / duration))
  const share = formatPercent(percentage / 100)
  if (topic.completed_at)
    return (
      <Group gap={6} mt="xs">
        <IconCircleCheck size={18} aria-hidden color="var(--ly-success-text)" />
        <Text size="sm" c="dimmed">
          {t('media.watched', { share })}
        </Text>
      </Group>
    )
  const required = formatPercent((topic.completion.percentage ?? 0) / 100)
  const missed = firstMissedSecond(played, duration)
  if (!hasEnded || missed === null || totalSeconds(played) >= needed)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('media.watchedOf', { share, required })}
      </Text>
    )
  return <Incomplete media={media} missed={missed} text={t('media.incompleteText', { share, required })} />
}

/** Says at the end of a video what is missing, and plays it. */
function Incomplete({ media, missed, text }: { media: MediaRef; missed: number; text: string }) {
  const { t } = useTranslation('learning')
  const playMissed = () => {
    seekTo(media, missed)
    void media.current?.play().catch(() => {})
  }
  return (
    <Alert
      icon={<IconInfoCircle aria-hidden />}
      title={t('media.incomplete')}
      color="warning"
      mt="sm"
      role="status"
    >
      <Text size="sm" mb="xs">
        {text}
      </Text>
      <Button size="sm" variant="default" onClick={playMissed}>
        {t('media.playMissed', { at: formatPlaybackTime(missed) })}
      </Button>
    </Alert>
  )
}

const ends = ['ended', 'playing', 'seeking', 'emptied'] as const

const useHasEnded = (media: MediaRef) => useMediaValue(media, ends, ({ ended }) => ended) ?? false
