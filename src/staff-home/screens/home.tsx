import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton, ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { Activity } from './activity.tsx'
import { Figures } from './figures.tsx'
import { RecentCourses } from './recent-courses.tsx'
import { Tasks } from './tasks.tsx'

export const handle: ScreenHandle = { namespaces: ['staff-home'] }

type Home = ApiReply<typeof contract.getStaffHome>

interface Props {
  /** Whether content of other domains below is still loading. */
  isWaiting: boolean
  /** Checklist of a new school; null without one. */
  checklist: ReactNode
  /** Shows the plan at the end of the page. */
  renderPlan: (plan: NonNullable<Home['plan']>) => ReactNode
}

/** Home page of staff: what needs them first, then figures, activity and courses. */
export default function StaffHome({ isWaiting, checklist, renderPlan }: Props) {
  const { t } = useTranslation('staff-home')
  const school = useSchool()
  const session = useSession()
  // The page must include changes made on other pages a moment ago.
  const home = useApiQuery(contract.getStaffHome, {}, { staleTime: 0 })
  const isAdmin = session?.user_type !== 'teacher'
  const name = session?.details?.name?.split(' ')[0]
  return (
    <>
      <PageHeading
        title={name ? t('hello', { name }) : school.name}
        text={t(isAdmin ? 'text' : 'textForTeacher')}
        actions={
          <LinkButton to="/" reloadDocument variant="default">
            {t('view')}
          </LinkButton>
        }
      />
      {home.error && !home.data && <ErrorState error={home.error} onRetry={home.refetch} />}
      {/* Rendered together, so that the layout does not move. */}
      {(home.isPending || isWaiting) && !home.error && (
        <Stack gap="xl">
          <ListSkeleton rows={3} />
          <CardSkeleton cards={3} />
        </Stack>
      )}
      {home.data && !isWaiting && (
        <Stack gap="xl">
          {(home.data.tasks.length > 0 || !checklist) && <Tasks tasks={home.data.tasks} />}
          {checklist}
          <Figures overview={home.data.overview} isAdmin={isAdmin} />
          <Activity days={home.data.activity} />
          <RecentCourses courses={home.data.courses} total={home.data.overview.courses_count} />
          {home.data.plan && renderPlan(home.data.plan)}
        </Stack>
      )}
    </>
  )
}
