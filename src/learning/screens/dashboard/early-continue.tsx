import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './dashboard.module.css'

// What `ContinueCard` shows before the courses have loaded. The first script of the page may fill it.

/** React does not touch the content of such an element. */
export const writtenByScript = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

export function EarlyCover() {
  return <div className={`${classes.cover} ${classes.earlyCover}`} data-early="cover" {...writtenByScript} />
}

/** The text for a new course and for one to resume. The style sheet shows one of them. */
export function EarlyText({ text }: { text: 'label' | 'button' }) {
  const { t } = useTranslation('learning')
  return (
    <>
      <span className={classes.whenResumed}>{t(`continue.${text}`)}</span>
      <span className={classes.whenNew}>
        {t(text === 'label' ? 'continue.start' : 'continue.startButton')}
      </span>
    </>
  )
}

export function EarlyResumePoint() {
  const { t } = useTranslation('learning')
  return (
    <Text
      c="dimmed"
      className={`${classes.clip} ${classes.whenResumed}`}
      data-early="topic"
      data-text={t('continue.at', { title: '{title}', at: '{at}' })}
      {...writtenByScript}
    />
  )
}

/** A `ProgressBar` with its percentage. */
export function EarlyProgress() {
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root size="md" radius="xl" flex={1} aria-hidden>
        <Progress.Section value={0} color="primary" data-early="share" suppressHydrationWarning />
      </Progress.Root>
      <Text size="sm" c="dimmed" miw="3em" ta="end" data-early="percent" {...writtenByScript} />
    </Group>
  )
}
