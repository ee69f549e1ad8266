import { Group, Progress, Text } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect } from 'react'
import { LinkButton } from '#ui/components/button.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { WeekCard } from './week-card.tsx'
import classes from './dashboard.module.css'

/** React does not touch the content of such an element. */
const writtenByScript = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

/** The home page before its data has loaded. The first script of the page may show the course to continue in it. */
export function DashboardSkeleton() {
  useEffect(() => () => void delete document.documentElement.dataset.earlyHome, [])
  return (
    <>
      <div className={`${classes.home} ${classes.early}`}>
        <EarlyContinue />
        <WeekCard week={undefined} />
        <div className={classes.courses}>
          <ListSkeleton rows={4} />
        </div>
      </div>
      <div className={classes.notEarly}>
        <ListSkeleton rows={5} />
      </div>
    </>
  )
}

/** The card of `ContinueCard`, empty. */
function EarlyContinue() {
  const { t } = useTranslation('learning')
  const text = t('continue.at', { title: '{title}', at: '{at}' })
  return (
    <section className={classes.continue} data-early="continue" suppressHydrationWarning>
      <div className={`${classes.cover} ${classes.earlyCover}`} data-early="cover" {...writtenByScript} />
      <div className={classes.continueWords}>
        <Text size="sm" fw={640} c="primary" component="p" m={0}>
          <span className={classes.whenResumed}>{t('continue.label')}</span>
          <span className={classes.whenNew}>{t('continue.start')}</span>
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/heading-has-content -- the script writes it */}
        <h2 className={classes.continueTitle} data-early="course" {...writtenByScript} />
        <Text
          c="dimmed"
          className={`${classes.clip} ${classes.whenResumed}`}
          data-early="topic"
          data-text={text}
          {...writtenByScript}
        />
      </div>
      <div className={classes.continueStep}>
        <EarlyProgress />
        <LinkButton
          to="/dashboard"
          size="lg"
          className={classes.continueButton ?? ''}
          leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
          {...{ 'data-early': 'open', suppressHydrationWarning: true }}
        >
          <span className={classes.whenResumed}>{t('continue.button')}</span>
          <span className={classes.whenNew}>{t('continue.startButton')}</span>
        </LinkButton>
      </div>
    </section>
  )
}

/** A `ProgressBar` with its percentage. */
function EarlyProgress() {
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root size="md" radius="xl" flex={1} aria-hidden>
        <Progress.Section value={0} color="primary" data-early="share" suppressHydrationWarning />
      </Progress.Root>
      <Text size="sm" c="dimmed" miw="3em" ta="end" data-early="percent" {...writtenByScript} />
    </Group>
  )
}
