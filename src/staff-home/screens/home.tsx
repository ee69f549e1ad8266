import type { ReactNode } from 'react'
import { SimpleGrid, Stack } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import classes from './manage.module.css'

export const handle: ScreenHandle = { namespaces: ['schools'] }

type Overview = ApiReply<typeof contract.getSchoolOverview>

/** Counts stop here, because larger ones would be slow for a large school. */
const mostCounted = 1_000

interface Props {
  /** Whether content of other domains below is still loading. */
  isWaiting: boolean
  children: ReactNode
}

/** Counts of people and courses, and pending tasks. */
export default function Manage({ isWaiting, children }: Props) {
  const { t } = useTranslation('schools')
  const school = useSchool()
  const session = useSession()
  // The counts must include changes made on other pages a moment ago.
  const overview = useApiQuery(contract.getSchoolOverview, {}, { staleTime: 0 })
  const admin = session?.user_type !== 'teacher'
  const name = session?.details?.name?.split(' ')[0]
  return (
    <>
      <PageHeading
        title={name ? t('manage.hello', { name }) : school.name}
        text={t(admin ? 'manage.text' : 'manage.textForTeacher')}
        actions={
          <LinkButton to="/" reloadDocument variant="default">
            {t('manage.view')}
          </LinkButton>
        }
      />
      {overview.error && <ErrorState error={overview.error} onRetry={overview.refetch} />}
      {/* Rendered together, so that the layout does not move. */}
      {(overview.isPending || isWaiting) && !overview.error && <CardSkeleton cards={4} />}
      {overview.data && !isWaiting && (
        <Stack gap="xl">
          <Numbers overview={overview.data} admin={admin} />
          {children}
        </Stack>
      )}
    </>
  )
}

/** Each count links to its list. */
function Numbers({ overview, admin }: { overview: Overview; admin: boolean }) {
  const { t } = useTranslation('schools')
  const { courses_count, public_courses_count, students_count } = overview
  const { pending_enrolments_count, awaiting_teachers_count } = overview
  const numbers = [
    {
      to: '/manage/students?status=pending',
      text: t('manage.pending'),
      value: pending_enrolments_count,
      waits: true,
    },
    ...(admin
      ? [
          {
            to: '/manage/people?tab=teachers',
            text: t('manage.teachers'),
            value: awaiting_teachers_count,
            waits: true,
          },
        ]
      : []),
    { to: '/manage/students', text: t('manage.students'), value: students_count, waits: false },
    {
      to: '/manage/courses',
      text: t('manage.courses'),
      value: courses_count,
      note: t('manage.published', { count: public_courses_count }),
      waits: false,
    },
  ]
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2, lg: numbers.length }}
      component="ul"
      className={classes.numbers ?? ''}
    >
      {numbers.map(({ to, text, value, note, waits }) => (
        <li key={to}>
          <Link to={to} className={classes.number} data-waits={(waits && value > 0) || undefined}>
            <span className={classes.value}>{countText(value)}</span>
            <span>{text}</span>
            {note && <span className={classes.note}>{note}</span>}
          </Link>
        </li>
      ))}
    </SimpleGrid>
  )
}

const countText = (value: number) =>
  value >= mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(value)
