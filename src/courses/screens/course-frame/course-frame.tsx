import { Group, Skeleton } from '@mantine/core'
import { IconEye, IconLock, IconSearchOff, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, type ComponentProps } from 'react'
import { NavLink, Outlet, useLocation, useOutletContext, useParams } from 'react-router'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CourseBadges } from './course-badges.tsx'
import { CourseMenu } from './course-menu.tsx'
import { CourseStatus } from './course-status.tsx'
import classes from './course-frame.module.css'

export const handle: ScreenHandle = { namespaces: ['courses', 'import-export'] }

export type EditedCourse = ApiReply<typeof contract.getCourseDetails>

/** The course loaded by the frame, for its screens. */
export const useEditedCourse = () => useOutletContext<EditedCourse>()

/** Heading of a course, with its state and its five parts. */
export default function CourseFrame() {
  const { t } = useTranslation('courses')
  const { course_id = '' } = useParams()
  const { data: course, error, refetch } = useApiQuery(contract.getCourseDetails, { id: course_id })
  const crumbs = [{ label: t('list.title'), to: '/manage/courses' }]
  if (error) return <NotLoaded error={error} crumbs={crumbs} onRetry={refetch} />
  if (!course)
    return (
      <>
        <PageHeading title={t('builder.title')} text={<Skeleton h={26} w={90} />} crumbs={crumbs} />
        <CourseTabs id={course_id} />
        <ListSkeleton />
      </>
    )
  return (
    <>
      <PageHeading
        title={course.course_name}
        text={
          <Group gap="xs">
            <CourseBadges course={course} isEditor={course.may_edit} />
          </Group>
        }
        crumbs={crumbs}
        actions={course.may_edit && <Actions course={course} />}
      />
      {course.may_edit ? (
        <>
          <CourseTabs id={course.id} />
          <Outlet context={course} />
        </>
      ) : (
        <EmptyState
          icon={<IconLock size={32} />}
          title={t('builder.notYours')}
          text={t('builder.notYoursText')}
        />
      )}
    </>
  )
}

interface NotLoadedProps {
  error: ApiError
  crumbs: ComponentProps<typeof PageHeading>['crumbs']
  onRetry: () => unknown
}

/** A course that does not exist, or could not be loaded. */
function NotLoaded({ error, crumbs = [], onRetry }: NotLoadedProps) {
  const { t } = useTranslation('courses')
  const isUnknown = error.status === 404
  return (
    <>
      <PageHeading title={t(isUnknown ? 'builder.unknown' : 'builder.notLoaded')} crumbs={crumbs} />
      {isUnknown ? (
        <EmptyState
          icon={<IconSearchOff size={32} />}
          title={t('builder.unknown')}
          text={t('builder.unknownText')}
          action={
            <LinkButton to="/manage/courses" variant="default">
              {t('list.title')}
            </LinkButton>
          }
        />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </>
  )
}

function Actions({ course }: { course: EditedCourse }) {
  const { t } = useTranslation('courses')
  return (
    <>
      <CourseStatus course={course} />
      {course.course_isPublic && (
        <LinkButton
          to={`/?selected_course_id=${course.id}`}
          reloadDocument
          variant="default"
          visibleFrom="sm"
          leftSection={<IconWorld size={20} aria-hidden />}
        >
          {t('builder.page')}
        </LinkButton>
      )}
      <LinkButton
        to={`/learn/${course.id}?creator_preview=true`}
        variant="default"
        leftSection={<IconEye size={20} aria-hidden />}
      >
        {t('builder.preview')}
      </LinkButton>
      <CourseMenu course={course} />
    </>
  )
}

function CourseTabs({ id }: { id: string }) {
  const { t } = useTranslation('courses')
  const base = `/manage/courses/${id}`
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the row is wider than the screen.
    const current = tabs.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav aria-label={t('builder.tabs')} className={classes.tabs} ref={tabs}>
      <NavLink to={base} end>
        {t('builder.outline')}
      </NavLink>
      <NavLink to={`${base}/students`}>{t('builder.students')}</NavLink>
      <NavLink to={`${base}/gradebook`}>{t('builder.gradebook')}</NavLink>
      <NavLink to={`${base}/feedback`}>{t('builder.feedback')}</NavLink>
      <NavLink to={`${base}/settings`}>{t('builder.settings')}</NavLink>
    </nav>
  )
}
