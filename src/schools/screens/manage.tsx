import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Answered } from '#platform/client/client.ts'
import { useSchool, useSession } from '#platform/client/frame.tsx'
import { useApiQuery } from '#platform/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/pieces/button.tsx'
import { ErrorState } from '#ui/pieces/error-state.tsx'
import { formatNumber } from '#ui/pieces/numbers.ts'
import { PageHeading } from '#ui/pieces/page-heading.tsx'
import { CardSkeleton } from '#ui/pieces/skeletons.tsx'
import * as contract from '../contract.ts'
import classes from './manage.module.css'

export const handle: ScreenHandle = { ns: ['schools'] }

type Overview = Answered<typeof contract.schoolOverview>

/** Counts stop here; a larger number would cost a large school more than it tells. */
const mostCounted = 1_000

/** How the school stands, what waits for somebody, and what a new school does next. */
export default function Manage() {
  const { t } = useTranslation('schools')
  const school = useSchool()
  const session = useSession()
  const overview = useApiQuery(contract.schoolOverview, {})
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
      {overview.isPending && <CardSkeleton cards={4} />}
      {overview.data && (
        <Stack gap="xl">
          <Numbers overview={overview.data} admin={admin} />
          {admin && <Checklist steps={overview.data.steps} />}
        </Stack>
      )}
    </>
  )
}

/** Each number opens the rows that it counts. */
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

const steps = [
  ['profile', '/manage/settings?tab=profile'],
  ['colours', '/manage/settings?tab=colours'],
  ['course', '/manage/courses/new'],
  ['lesson', '/manage/courses'],
  ['published', '/manage/courses'],
  ['people', '/manage/people'],
] as const

/** What makes a new school one that teaches. Gone once everything is done. */
function Checklist({ steps: done }: { steps: Overview['steps'] }) {
  const { t } = useTranslation('schools')
  const count = steps.filter(([step]) => done[step]).length
  if (count === steps.length) return null
  const next = steps.find(([step]) => !done[step])?.[0]
  return (
    <Paper
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      component="section"
      aria-labelledby="checklist"
    >
      <Group justify="space-between" align="baseline">
        <Title order={2} id="checklist">
          {t('checklist.title')}
        </Title>
        <Text c="dimmed">{t('checklist.done', { count, all: steps.length })}</Text>
      </Group>
      <Text c="dimmed" mt={4} mb="md">
        {t('checklist.text')}
      </Text>
      <ol className={classes.steps}>
        {steps.map(([step, to]) => (
          <li key={step} data-done={done[step] || undefined} data-next={step === next || undefined}>
            {done[step] ? (
              <IconCircleCheck size={24} aria-hidden />
            ) : (
              <IconCircleDashed size={24} aria-hidden />
            )}
            <Link to={to}>
              <strong>{t(`checklist.steps.${step}`)}</strong>
              {done[step] && <span className="ly-hidden"> {t('checklist.isDone')}</span>}
              <span>{t(`checklist.texts.${step}`)}</span>
            </Link>
            <IconArrowRight size={18} aria-hidden className={classes.arrow} />
          </li>
        ))}
      </ol>
    </Paper>
  )
}
