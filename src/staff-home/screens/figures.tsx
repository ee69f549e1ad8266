import { SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getStaffHome } from '../contract.ts'
import classes from './home.module.css'

interface Props {
  overview: ApiReply<typeof getStaffHome>['overview']
  isAdmin: boolean
}

/** Counts stop here, because larger ones would be slow for a large school. */
const maxCounted = 1_000

/** Shows a count; the largest one as "1,000+". */
export const countText = (value: number) =>
  value >= maxCounted ? `${formatNumber(maxCounted)}+` : formatNumber(value)

/** Each figure links to the list that it counts. */
export function Figures({ overview, isAdmin }: Props) {
  const { t } = useTranslation('staff-home')
  const figures = useFigures(overview, isAdmin)
  return (
    <section aria-label={t('figures.title')}>
      <SimpleGrid
        cols={{ base: 2, lg: figures.length }}
        spacing={{ base: 'sm', sm: 'md' }}
        component="ul"
        className={classes.figures ?? ''}
      >
        {figures.map(({ to, text, value, note }) => (
          <li key={to}>
            <Link to={to} className={classes.figure} prefetch="intent">
              <span className={classes.value}>{countText(value)}</span>
              <span>{text}</span>
              {note && <span className={classes.note}>{note}</span>}
            </Link>
          </li>
        ))}
      </SimpleGrid>
    </section>
  )
}

function useFigures(overview: Props['overview'], isAdmin: boolean) {
  const { t } = useTranslation('staff-home')
  const { courses_count, public_courses_count, students_count } = overview
  const { pending_enrolments_count, awaiting_teachers_count } = overview
  const teachers = {
    to: '/manage/people?tab=teachers&status=awaiting_acceptance',
    text: t('figures.teachers'),
    value: awaiting_teachers_count,
    note: '',
  }
  return [
    { to: '/manage/students', text: t('figures.students'), value: students_count, note: '' },
    {
      to: '/manage/courses',
      text: t('figures.courses'),
      value: courses_count,
      note: t('figures.published', { count: public_courses_count, shown: countText(public_courses_count) }),
    },
    {
      to: '/manage/students?status=pending',
      text: t('figures.pending'),
      value: pending_enrolments_count,
      note: '',
    },
    ...(isAdmin ? [teachers] : []),
  ]
}
