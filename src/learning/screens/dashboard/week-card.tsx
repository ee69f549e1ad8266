import { Text, Title } from '@mantine/core'
import { IconCheck, IconFlame } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Dashboard } from './dashboard-lists.tsx'
import classes from './dashboard.module.css'

/** 1 January 2024 was a Monday. */
const dayOfWeek = (index: number) => new Date(Date.UTC(2024, 0, 1 + index))
const emptyWeek = { days: Array.from({ length: 7 }, () => 0), today: -1, streak: null }

/** Lessons completed this week by day, and the streak if the school shows one. Reserves its space while loading. */
export function WeekCard({ week }: { week: Dashboard['week'] | undefined }) {
  const { t } = useTranslation('learning')
  const { days, today, streak } = week ?? emptyWeek
  const completed = days.reduce((sum, count) => sum + count, 0)
  return (
    <section className={classes.week} aria-labelledby="week" aria-busy={!week}>
      <div>
        <Title order={2} size="h5" id="week">
          {t('week.title')}
        </Title>
        <Text size="sm" c="dimmed" mih="1.5em">
          {week && t('week.completed', { count: completed })}
        </Text>
      </div>
      <ol className={classes.days}>
        {days.map((count, index) => (
          // Days have a fixed order.
          // oxlint-disable-next-line react/no-array-index-key
          <Day key={index} index={index} count={count} isToday={index === today} />
        ))}
      </ol>
      {streak !== null && (
        <Text size="sm" className={classes.streak ?? ''} data-active={streak > 0}>
          <IconFlame size={20} aria-hidden />
          {t('week.streak', { count: streak })}
        </Text>
      )}
    </section>
  )
}

function Day({ index, count, isToday }: { index: number; count: number; isToday: boolean }) {
  const { t, i18n } = useTranslation('learning')
  const nameOf = (weekday: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: 'UTC' }).format(dayOfWeek(index))
  return (
    <li data-done={count > 0} {...(isToday && { 'aria-current': 'date' })}>
      <span aria-hidden>{nameOf('narrow')}</span>
      <span className={classes.mark} aria-hidden>
        {count > 0 && <IconCheck size={14} stroke={3} />}
      </span>
      <span className="ly-hidden">{t('week.day', { day: nameOf('long'), count })}</span>
    </li>
  )
}
