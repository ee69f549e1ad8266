import { Text } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { LinkButton } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Cover, type MyCourse } from './course-row.tsx'
import { EarlyCover, EarlyProgress, EarlyResumePoint, EarlyText, writtenByScript } from './early-continue.tsx'
import { formatPlaybackTime, isPlayable } from '../player/model/player-model.ts'
import classes from './dashboard.module.css'

/** Lets the first script of the page fill this element. */
const early = (name: string) => ({ 'data-early': name, suppressHydrationWarning: true })

interface Props {
  /** The course opened last; undefined before it has loaded. */
  course: MyCourse | undefined
}

/**
 * The course opened last, with a link to the last position. Card, title and link are the same elements before and after the
 * course has loaded: a new link would lose the keyboard focus.
 */
export function ContinueCard({ course }: Props) {
  return (
    <section className={classes.continue} aria-labelledby="continue" {...(!course && early('continue'))}>
      {course ? <Cover course={course} /> : <EarlyCover />}
      <Words course={course} />
      <div className={classes.continueStep}>
        {course ? <CourseProgress course={course} /> : <EarlyProgress />}
        <ContinueLink course={course} />
      </div>
    </section>
  )
}

function Words({ course }: Props) {
  const { t } = useTranslation('learning')
  const resumePoint = course?.continue_at
  return (
    <div className={classes.continueWords}>
      <Text size="sm" fw={640} c="primary" component="p" m={0}>
        {course ? t(resumePoint ? 'continue.label' : 'continue.start') : <EarlyText text="label" />}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/heading-has-content -- it has the name of the course, or the script writes it */}
      <h2
        id="continue"
        className={classes.continueTitle}
        {...(course ? { children: course.course_name } : { 'data-early': 'course', ...writtenByScript })}
      />
      {!course && <EarlyResumePoint />}
      {resumePoint && (
        <Text c="dimmed" className={classes.clip ?? ''}>
          <ResumePoint {...resumePoint} />
        </Text>
      )}
    </div>
  )
}

function CourseProgress({ course: { course_name, progress } }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  return (
    <ProgressBar share={progress.percentage / 100} label={t('dashboard.progress', { course: course_name })} />
  )
}

function ContinueLink({ course }: Props) {
  const { t } = useTranslation('learning')
  const resumePoint = course?.continue_at
  const query = resumePoint ? `?topic=${resumePoint.topic_id}` : ''
  return (
    <LinkButton
      to={course ? `/learn/${course.course_id}${query}` : '/dashboard'}
      size="lg"
      className={classes.continueButton ?? ''}
      leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
      {...(!course && early('open'))}
    >
      {course ? t(resumePoint ? 'continue.button' : 'continue.startButton') : <EarlyText text="button" />}
    </LinkButton>
  )
}

/** The lesson opened last; in a recording with the time. */
function ResumePoint({ title, type, position_seconds }: NonNullable<MyCourse['continue_at']>) {
  const { t } = useTranslation('learning')
  if (!isPlayable(type) || position_seconds === 0) return title
  return t('continue.at', { title, at: formatPlaybackTime(position_seconds) })
}
