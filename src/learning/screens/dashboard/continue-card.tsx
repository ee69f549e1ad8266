import { Text } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { LinkButton } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Cover, type MyCourse } from './learning-card.tsx'
import { formatPlaybackTime, isPlayable } from '../player/model/player-model.ts'
import classes from './dashboard.module.css'

/** The course opened last, with a link to the last position. */
export function ContinueCard({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  const { continue_at: resumePoint, progress } = course
  const to = resumePoint
    ? `/learn/${course.course_id}?topic=${resumePoint.topic_id}`
    : `/learn/${course.course_id}`
  const at =
    resumePoint && isPlayable(resumePoint.type) && resumePoint.position_seconds > 0
      ? formatPlaybackTime(resumePoint.position_seconds)
      : null
  return (
    <section className={classes.continue} aria-labelledby="continue">
      <Cover course={course} />
      <div className={classes.continueWords}>
        <Text size="sm" fw={640} c="primary" component="p" m={0}>
          {t(resumePoint ? 'continue.label' : 'continue.start')}
        </Text>
        <h2 id="continue" className={classes.continueTitle}>
          {course.course_name}
        </h2>
        {resumePoint && (
          <Text c="dimmed" className={classes.clip ?? ''}>
            {at ? t('continue.at', { title: resumePoint.title, at }) : resumePoint.title}
          </Text>
        )}
        <ProgressBar
          share={progress.percentage / 100}
          label={t('dashboard.progress', { course: course.course_name })}
        />
        <div>
          <LinkButton to={to} size="lg" leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}>
            {t(resumePoint ? 'continue.button' : 'continue.startButton')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
