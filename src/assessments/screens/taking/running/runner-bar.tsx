import { Group, Paper, Text } from '@mantine/core'
import { IconClock, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { formatPlaybackTime } from '#lib/dates/format-playback-time.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { SessionState } from '../session/attempt-session.ts'
import classes from './running.module.css'

interface Props {
  seconds: number | null
  state: SessionState
  onSubmit: () => void
}

/** Stays visible above the questions: remaining time, where the answers are, and submitting. */
export function RunnerBar({ seconds, state, onSubmit }: Props) {
  const { t } = useTranslation('taking')
  return (
    <Paper withBorder radius="md" p="sm" className={classes.bar}>
      <Group justify="space-between" gap="sm">
        {seconds !== null && <RemainingTime seconds={seconds} />}
        <SaveState state={state} />
        <Button onClick={onSubmit} disabled={state.phase !== 'open' || state.queue.isTakenOver}>
          {t('submit.open')}
        </Button>
      </Group>
    </Paper>
  )
}

/** Minutes at which the time is spoken. */
const spokenMinutes = [10, 5, 1]

function RemainingTime({ seconds }: { seconds: number }) {
  const { t } = useTranslation('taking')
  const [isHidden, setHidden] = useState(false)
  const spoken = spokenMinutes.find((minutes) => seconds <= minutes * 60 && seconds > minutes * 60 - 15)
  return (
    <Group gap={4}>
      <IconClock size={18} aria-hidden />
      <Text fw={600} className={classes.time} c={seconds <= 60 ? 'error' : undefined}>
        {isHidden && seconds > 60 ? '••:••' : formatPlaybackTime(seconds)}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => setHidden(!isHidden)}>
        {isHidden ? t('time.show') : t('time.hide')}
      </Button>
      <span role="status" className={classes.spoken}>
        {spoken && t('time.left', { number: spoken })}
      </span>
    </Group>
  )
}

function SaveState({ state: { queue, phase, isTyping } }: { state: SessionState }) {
  const { t } = useTranslation('taking')
  const name =
    phase === 'opening'
      ? 'opening'
      : queue.state === 'waiting'
        ? queue.isStored
          ? 'kept'
          : 'unkept'
        : queue.state === 'sending' || isTyping
          ? 'sending'
          : 'saved'
  const Icon =
    name === 'saved' ? IconCloudCheck : name === 'sending' || name === 'opening' ? IconCloudUp : IconCloudOff
  return (
    <Group gap={4} wrap="nowrap" role="status">
      <Icon size={18} aria-hidden />
      <Text c={name === 'unkept' ? 'error' : undefined}>{t(`saving.${name}`)}</Text>
    </Group>
  )
}
