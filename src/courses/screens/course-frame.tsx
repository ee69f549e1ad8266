import { Group } from '@mantine/core'
import { IconEye, IconLock, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet, useLocation, useOutletContext, useParams } from 'react-router'
import type { Answered } from '#platform/client/client.ts'
import { useApiQuery } from '#platform/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/pieces/button.tsx'
import { EmptyState } from '#ui/pieces/empty-state.tsx'
import { ErrorState } from '#ui/pieces/error-state.tsx'
import { PageHeading } from '#ui/pieces/page-heading.tsx'
import { ListSkeleton } from '#ui/pieces/skeletons.tsx'
import * as contract from '../contract.ts'
import { CourseBadges } from './course-badges.tsx'
import { CourseMenu } from './course-menu.tsx'
import classes from './course-frame.module.css'

export const handle: ScreenHandle = { ns: ['courses', 'exchange'] }

export type EditedCourse = Answered<typeof contract.getCourseDetails>

/** The course that the frame has read, for the screens in it. */
export const useEditedCourse = () => useOutletContext<EditedCourse>()

/** A course's heading and the ways to its outline, settings and students. */
export default function CourseFrame() {
  const { t } = useTranslation('courses')
  const { course_id = '' } = useParams()
  const { data: course, error, refetch } = useApiQuery(contract.getCourseDetails, { id: course_id })
  const crumbs = [{ label: t('list.title'), to: '/manage/courses' }]
  if (error)
    return (
      <>
        <PageHeading title={t('builder.unknown')} crumbs={crumbs} />
        <ErrorState error={error} onRetry={refetch} />
      </>
    )
  if (!course)
    return (
      <>
        <PageHeading title={t('builder.title')} crumbs={crumbs} />
        <ListSkeleton />
      </>
    )
  return (
    <>
      <PageHeading
        title={course.course_name}
        text={
          <Group gap="xs">
            <CourseBadges course={course} />
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

function Actions({ course }: { course: EditedCourse }) {
  const { t } = useTranslation('courses')
  return (
    <>
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
  const { t: tx } = useTranslation('exchange')
  const base = `/manage/courses/${id}`
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the row is longer than the screen.
    const current = tabs.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav aria-label={t('builder.tabs')} className={classes.tabs} ref={tabs}>
      <NavLink to={base} end>
        {t('builder.outline')}
      </NavLink>
      <NavLink to={`${base}/settings`}>{t('builder.settings')}</NavLink>
      <NavLink to={`${base}/students`}>{t('builder.students')}</NavLink>
      <NavLink to={`${base}/groups`}>{t('builder.groups')}</NavLink>
      <NavLink to={`${base}/reviews`}>{t('builder.reviews')}</NavLink>
      <NavLink to={`${base}/messages`}>{t('builder.messages')}</NavLink>
      <NavLink to={`${base}/questions`}>{t('builder.questions')}</NavLink>
      <NavLink to={`${base}/copies`}>{tx('tab')}</NavLink>
    </nav>
  )
}
