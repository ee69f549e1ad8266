import { SimpleGrid, Stack, Title } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { Navigate } from 'react-router'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { ContinueCard } from './continue-card.tsx'
import { DashboardDeadlines } from './dashboard-deadlines.tsx'
import { JoinByCode } from './join-by-code.tsx'
import { LearningCard, type MyCourse } from './learning-card.tsx'
import { useProgressSender } from '../player/progress/use-progress.ts'

export const handle: ScreenHandle = { namespaces: ['learning'] }

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
        text={t('dashboard.text')}
        actions={
          <>
            <JoinByCode />
            <LinkButton to="/" reloadDocument variant="default">
              {t('dashboard.find')}
            </LinkButton>
          </>
        }
      />
      {courses.error && <ErrorState error={courses.error} onRetry={courses.refetch} />}
      {!courses.rows && !courses.error && <CardSkeleton cards={3} />}
      {courses.rows?.length === 0 && <NoCourses />}
      {courses.rows && courses.rows.length > 0 && <Courses rows={courses.rows} />}
      {courses.hasMore && (
        <Button variant="default" mt="lg" loading={courses.isLoadingMore} onClick={courses.loadMore}>
          {t('dashboard.more')}
        </Button>
      )}
    </>
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

function Courses({ rows }: { rows: MyCourse[] }) {
  const { t } = useTranslation('learning')
  const open = rows.filter((row) => row.no_access_reason === null)
  const [first] = open.filter((row) => row.completed_at === null && row.progress.total > 0)
  const groups = [
    ['learning', open.filter((row) => row !== first && row.completed_at === null)],
    ['waiting', rows.filter((row) => row.status === 'pending')],
    ['completed', open.filter((row) => row.completed_at !== null)],
    ['ended', rows.filter((row) => row.no_access_reason !== null && row.status !== 'pending')],
  ] as const
  return (
    <Stack gap="xl">
      {first && <ContinueCard course={first} />}
      <DashboardDeadlines />
      {groups.map(
        ([group, courses]) =>
          courses.length > 0 && (
            <section key={group} aria-labelledby={`group-${group}`}>
              <Title order={2} size="h3" id={`group-${group}`} mb="md">
                {t(`dashboard.groups.${group}`)}
              </Title>
              <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="lg" component="ul" m={0} p={0}>
                {courses.map((course) => (
                  <LearningCard key={course.course_id} course={course} />
                ))}
              </SimpleGrid>
            </section>
          ),
      )}
    </Stack>
  )
}
