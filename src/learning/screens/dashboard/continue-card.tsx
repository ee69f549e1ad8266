import { Text } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { LinkButton } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Cover, type MyCourse } from './course-row.tsx'
import { formatPlaybackTime, isPlayable } from '../player/model/player-model.ts'
import classes from './dashboard.module.css'

/** The course opened last, with a link to the last position. */
export function ContinueCard({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  const { continue_at: resumePoint, progress } = course
  const to = `/learn/${course.course_id}${resumePoint ? `?topic=${resumePoint.topic_id}` : ''}`
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
            <ResumePoint {...resumePoint} />
          </Text>
        )}
      </div>
      <div className={classes.continueStep}>
        <ProgressBar
          share={progress.percentage / 100}
          label={t('dashboard.progress', { course: course.course_name })}
        />
        <LinkButton
          to={to}
          size="lg"
          className={classes.continueButton ?? ''}
          leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
        >
          {t(resumePoint ? 'continue.button' : 'continue.startButton')}
        </LinkButton>
      </div>
    </section>
  )
}

/** The lesson opened last; in a recording with the time. */
function ResumePoint({ title, type, position_seconds }: NonNullable<MyCourse['continue_at']>) {
  const { t } = useTranslation('learning')
  if (!isPlayable(type) || position_seconds === 0) return title
  return t('continue.at', { title, at: formatPlaybackTime(position_seconds) })
}
