import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { IconBook2, IconHistory } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { getUserDetails } from '#accounts/contract.ts'
import { countryName } from '#lib/countries/countries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { StatusBadge } from '../status-badge.tsx'
import { StudentExceptions } from '../groups/student-exceptions.tsx'
import { TextLink } from '../text-link.tsx'
import classes from './student-details.module.css'

export const handle: ScreenHandle = { namespaces: ['learning'] }

/** One student: details, courses with progress, and history. */
export default function StudentDetails() {
  const { t } = useTranslation('learning')
  const { school_id = '', student_id = '' } = useParams()
  const school = useSchool()
  const session = useSession()
  const isStaff = session?.user_type !== 'student'
  const isVisible = school_id === school.school_id && (isStaff || session.details?._id === student_id)
  const person = useApiQuery(getUserDetails, { user_id: student_id }, { enabled: isVisible })
  if (!isVisible || person.error?.status === 404)
    return (
      <>
        <PageHeading title={t('details.unknown')} />
        <EmptyState title={t('details.unknown')} text={t('details.unknownText')} />
      </>
    )
  return (
    <Stack gap="xl">
      <PageHeading
        title={person.data?.name ?? t('details.title')}
        actions={
          person.data?.can.change_role && (
            <LinkButton to={`/manage/people/${student_id}/data`} variant="default">
              {t('details.data')}
            </LinkButton>
          )
        }
        {...(isStaff && { crumbs: [{ label: t('students.title'), to: '/manage/students' }] })}
      />
      {person.error && <ErrorState error={person.error} onRetry={person.refetch} />}
      {person.data && <Facts person={person.data} />}
      <Courses student_id={student_id} />
      <Events student_id={student_id} />
    </Stack>
  )
}

type Person = ApiReply<typeof getUserDetails>

function Facts({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('learning')
  const facts = [
    [t('details.email'), person.email],
    [t('details.code'), person.user_code],
    [t('details.country'), person.country && countryName(person.country, i18n.language)],
    [t('details.joined'), person.created_at && <Time key="joined" at={person.created_at} style="date" />],
    [
      t('students.lastSeen'),
      person.last_seen_at && <Time key="seen" at={person.last_seen_at} style="relative" />,
    ],
  ] as const
  return (
    <Group gap="lg" align="flex-start">
      <Avatar name={person.name} src={person.avatar_url} size={72} />
      <div>
        <dl className={classes.facts}>
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <Answers answers={person.registration_answers ?? []} />
        {person.status === 'suspended' && <Badge color="error">{t('students.suspended')}</Badge>}
        {person.bio && <Text mt="sm">{person.bio}</Text>}
      </div>
    </Group>
  )
}

function Answers({ answers }: { answers: NonNullable<Person['registration_answers']> }) {
  const { t } = useTranslation('learning')
  if (answers.length === 0) return null
  const shown = (value: (typeof answers)[number]['value']) => {
    if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no')
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {t('details.answers')}
      </Title>
      <dl className={classes.facts}>
        {answers.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{shown(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type Course = ApiReply<typeof contract.listStudentCourses>['data'][number]

function Courses({ student_id }: { student_id: string }) {
  const { t } = useTranslation('learning')
  const isStaff = useSession()?.user_type !== 'student'
  const list = useApiPages(contract.listStudentCourses, { student_id, limit: 50 })
  return (
    <div>
      <Title order={2} size="h3" mb="md">
        {t('details.courses')}
      </Title>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          label={t('details.courses')}
          rows={list.rows}
          rowKey="course_id"
          pages={list}
          empty={
            <EmptyState
              order={3}
              icon={<IconBook2 size={28} />}
              title={t('details.noCourses')}
              text={t('details.noCoursesText')}
            />
          }
          columns={[
            { key: 'course_name', title: t('students.course'), render: (row) => <CourseLink course={row} /> },
            {
              key: 'status',
              title: t('students.status'),
              width: 160,
              render: (row) => <StatusBadge status={row.status} />,
            },
            {
              key: 'progress',
              title: t('students.progress'),
              width: 190,
              wide: true,
              render: ({ progress, course_name }) => (
                <ProgressBar
                  share={progress.percentage / 100}
                  label={t('dashboard.progress', { course: course_name })}
                />
              ),
            },
            {
              key: 'last_opened_at',
              title: t('students.lastActive'),
              width: 150,
              wide: true,
              render: (row) =>
                row.last_opened_at ? (
                  <Time at={row.last_opened_at} style="relative" />
                ) : (
                  <Text c="dimmed">{t('students.never')}</Text>
                ),
            },
            ...(isStaff
              ? [
                  {
                    key: 'course_id' as const,
                    title: <span className="ly-hidden">{t('students.actions')}</span>,
                    width: 72,
                    align: 'right' as const,
                    render: (row: Course) =>
                      row.status !== 'removed' && <StudentExceptions course={row} student_id={student_id} />,
                  },
                ]
              : []),
          ]}
        />
      )}
    </div>
  )
}

/** Links staff to the students of the course, and the student to the course. */
function CourseLink({ course }: { course: Course }) {
  const isStaff = useSession()?.user_type !== 'student'
  const to = isStaff ? `/manage/courses/${course.course_id}/students` : `/learn/${course.course_id}`
  return <TextLink to={to}>{course.course_name}</TextLink>
}

type EnrolmentEvent = ApiReply<typeof contract.listEnrolmentEvents>['data'][number]

function Events({ student_id }: { student_id: string }) {
  const { t } = useTranslation('learning')
  const list = useApiPages(contract.listEnrolmentEvents, { student_id, limit: 30 })
  return (
    <section aria-labelledby="history">
      <Title order={2} size="h3" id="history" mb="md">
        {t('details.history')}
      </Title>
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton rows={4} />}
      {list.rows?.length === 0 && (
        <EmptyState order={3} icon={<IconHistory size={28} />} title={t('details.noHistory')} />
      )}
      {list.rows && list.rows.length > 0 && (
        <ol className={classes.events}>
          {list.rows.map((event) => (
            <EventLine key={event.id} event={event} student_id={student_id} />
          ))}
        </ol>
      )}
      {list.hasMore && (
        <Button variant="default" mt="md" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('details.more')}
        </Button>
      )}
    </section>
  )
}

function EventLine({ event, student_id }: { event: EnrolmentEvent; student_id: string }) {
  const { t } = useTranslation('learning')
  const { cause, course_name, student_approval_end_date: end, changed_by, tier, created_at } = event
  return (
    <li>
      <div>
        <strong>{course_name}</strong>: {t(`events.${cause}`)}
        {event.reason && <> {t('events.reason', { reason: event.reason })}</>}
        {cause === 'tier_changed' && ` ${tier === null ? t('tier.none') : t('tier.number', { tier })}`}
        {end && event.status === 'approved' && (
          <>
            , {t('students.until')} <Time at={end} style="date" />
          </>
        )}
      </div>
      <Text size="sm" c="dimmed" component="div">
        <Time at={created_at} />{' '}
        {changed_by && changed_by.id !== student_id && (
          <span>· {t('details.by', { name: changed_by.name })}</span>
        )}
      </Text>
    </li>
  )
}
