import { Group, Stack, Title, type GroupProps } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { consumeEarlyReplies } from '#tenancy/client/prefetched-replies.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { courseToContinue } from '#ui/small-scripts/early/course-to-continue.ts'
import * as contract from '../../contract.ts'
import { ContinueCard } from './continue-card.tsx'
import { CourseRow, type MyCourse } from './course-row.tsx'
import { DashboardLists } from './dashboard-lists.tsx'
import { JoinByCode } from './join-by-code.tsx'
import { WeekCard } from './week-card.tsx'
import { useProgressSender } from '../player/progress/use-progress.ts'
import classes from './dashboard.module.css'

// Runs before the app sends requests.
if (typeof window !== 'undefined') consumeEarlyReplies()

export const handle: ScreenHandle = { earlyData: 'home', namespaces: ['learning'] }

/** A student's courses, with a link to continue. */
export default function Dashboard() {
  const { t } = useTranslation('learning')
  const session = useSession()
  const isStaff = session !== null && session.user_type !== null && session.user_type !== 'student'
  // Also sends progress that an earlier page could not send.
  useProgressSender()
  const courses = useApiPages(contract.listMyCourses, { limit: 50 }, { enabled: !isStaff })
  const name = session?.details?.name?.split(' ')[0]
  if (isStaff) return <Navigate to="/manage" replace />
  return (
    <>
      <PageHeading
        title={name ? t('dashboard.hello', { name }) : t('dashboard.title')}
        actions={<FindCourses visibleFrom="sm" />}
      />
      {courses.error && <ErrorState error={courses.error} onRetry={courses.refetch} />}
      {courses.rows?.length === 0 && <NoCourses />}
      {(courses.rows ? courses.rows.length > 0 : !courses.error) && <Courses rows={courses.rows} />}
      {courses.hasMore && (
        <Button variant="default" mt="lg" loading={courses.isLoadingMore} onClick={courses.loadMore}>
          {t('dashboard.more')}
        </Button>
      )}
      {/* On a phone, the next step comes first; before the courses have loaded, it would be moved by them. */}
      {!courses.isLoading && <FindCourses hiddenFrom="sm" mt="xl" />}
    </>
  )
}

function FindCourses(props: Pick<GroupProps, 'visibleFrom' | 'hiddenFrom' | 'mt'>) {
  const { t } = useTranslation('learning')
  return (
    <Group gap="sm" {...props}>
      <JoinByCode />
      <LinkButton to="/" reloadDocument variant="default">
        {t('dashboard.find')}
      </LinkButton>
    </Group>
  )
}

function NoCourses() {
  const { t } = useTranslation('learning')
  const school = useSchool()
  return (
    <EmptyState
      icon={<IconBook2 size={32} />}
      title={t('dashboard.empty')}
      text={t('dashboard.emptyText', { school: school.name })}
      action={
        <LinkButton to="/" reloadDocument>
          {t('dashboard.find')}
        </LinkButton>
      }
    />
  )
}

/** The courses by their state; undefined before they have loaded. Then the first script of the page may show one to continue. */
function Courses({ rows }: { rows: MyCourse[] | undefined }) {
  const first = rows && courseToContinue(rows)
  const dashboard = useApiQuery(contract.getDashboard, {}, { enabled: rows !== undefined })
  return (
    <>
      <div className={rows ? classes.home : `${classes.home} ${classes.early}`}>
        {(!rows || first) && <ContinueCard course={first} />}
        {!dashboard.error && <WeekCard week={dashboard.data?.week} />}
        {dashboard.data && <DashboardLists {...dashboard.data} />}
        <div className={classes.courses}>
          {/* The lists above the courses on a phone do not move them when they arrive. */}
          {!rows || dashboard.isPending ? (
            <ListSkeleton rows={4} />
          ) : (
            <CourseGroups rows={rows} first={first} />
          )}
        </div>
      </div>
      {!rows && <LoadingCourses />}
    </>
  )
}

/** Shown unless the first script of the page shows the course to continue. */
function LoadingCourses() {
  useEffect(() => () => void delete document.documentElement.dataset.earlyHome, [])
  return (
    <div className={classes.notEarly}>
      <ListSkeleton rows={5} />
    </div>
  )
}

interface CourseGroupsProps {
  rows: MyCourse[]
  /** The course of the card. */
  first: MyCourse | undefined
}

function CourseGroups({ rows, first }: CourseGroupsProps) {
  const open = rows.filter((row) => row.no_access_reason === null)
  const groups = [
    ['learning', open.filter((row) => row !== first && row.completed_at === null)],
    ['waiting', rows.filter((row) => row.status === 'pending')],
    ['completed', open.filter((row) => row.completed_at !== null)],
    ['ended', rows.filter((row) => row.no_access_reason !== null && row.status !== 'pending')],
  ] as const
  return (
    <Stack gap="lg">
      {groups.map(
        ([group, courses]) =>
          courses.length > 0 && <CourseGroup key={group} group={group} courses={courses} />,
      )}
    </Stack>
  )
}

interface CourseGroupProps {
  group: 'learning' | 'waiting' | 'completed' | 'ended'
  courses: MyCourse[]
}

function CourseGroup({ group, courses }: CourseGroupProps) {
  const { t } = useTranslation('learning')
  return (
    <section aria-labelledby={`group-${group}`}>
      <Title order={2} size="h5" id={`group-${group}`} mb="xs">
        {t(`dashboard.groups.${group}`)}
      </Title>
      <ul className={classes.rows}>
        {courses.map((course) => (
          <CourseRow key={course.course_id} course={course} />
        ))}
      </ul>
    </section>
  )
}
