import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { getUserDetails } from '#accounts/contract.ts'
import { countryName } from '#lib/countries/countries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { StudentCourses } from './student-courses.tsx'
import classes from './student-details.module.css'

export const handle: ScreenHandle = { namespaces: ['learning'] }

interface Props {
  /** Notes of staff and messages; shown to staff below the courses. */
  contact?: (student: { student_id: string; name: string; email: string }) => ReactNode
}

/** One student: details, courses with progress, and history. */
export default function StudentDetails({ contact }: Props) {
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
        isLoading={person.isPending}
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
      <StudentCourses student_id={student_id} />
      {isStaff &&
        person.data &&
        contact?.({ student_id, name: person.data.name, email: person.data.email ?? '' })}
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
      {list.rows && list.rows.length > 0 && <ListFooter pages={list} more={t('details.more')} />}
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
