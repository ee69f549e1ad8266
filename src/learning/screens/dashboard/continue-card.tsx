import { Text } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#ui/components/button.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { Cover, type MyCourse } from './learning-card.tsx'
import { clockTime, isPlayed } from '../player/model/player-model.ts'
import classes from './dashboard.module.css'

/** The course opened last, and the very place in it: two taps from login to the second. */
export function ContinueCard({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  const { continue_at: place, progress } = course
  const to = place ? `/learn/${course.course_id}?topic=${place.topic_id}` : `/learn/${course.course_id}`
  const at =
    place && isPlayed(place.type) && place.position_seconds > 0 ? clockTime(place.position_seconds) : null
  return (
    <section className={classes.continue} aria-labelledby="continue">
      <Cover course={course} />
      <div className={classes.continueWords}>
        <Text size="sm" fw={640} c="primary" component="p" m={0}>
          {t(place ? 'continue.label' : 'continue.start')}
        </Text>
        <h2 id="continue" className={classes.continueTitle}>
          {course.course_name}
        </h2>
        {place && (
          <Text c="dimmed" className={classes.clip ?? ''}>
            {at ? t('continue.at', { title: place.title, at }) : place.title}
          </Text>
        )}
        <ProgressBar
          share={progress.percentage / 100}
          label={t('dashboard.progress', { course: course.course_name })}
        />
        <div>
          <LinkButton to={to} size="lg" leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}>
            {t(place ? 'continue.button' : 'continue.startButton')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
