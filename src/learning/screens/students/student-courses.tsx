import { Group, Stack, Title } from '@mantine/core'
import { IconBook2, IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { StudentExceptions } from '../groups/student-exceptions.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { TextLink } from '../text-link.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { StudentProgress } from './student-progress.tsx'
import { useDecideRequests } from './use-decide-requests.ts'
import classes from './student-details.module.css'

type Course = ApiReply<typeof contract.listStudentCourses>['data'][number]

/** The courses of a student, each with status, progress and the way through its lessons. */
export function StudentCourses({ student_id }: { student_id: string }) {
  const { t } = useTranslation('learning')
  const list = useApiPages(contract.listStudentCourses, { student_id, limit: 50 })
  return (
    <section aria-labelledby="student-courses">
      <Title order={2} size="h3" mb="md" id="student-courses">
        {t('details.courses')}
      </Title>
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton rows={3} />}
      {list.rows?.length === 0 && (
        <EmptyState
          order={3}
          icon={<IconBook2 size={28} />}
          title={t('details.noCourses')}
          text={t('details.noCoursesText')}
        />
      )}
      {list.rows && list.rows.length > 0 && (
        <Stack gap="sm">
          <ul className={classes.courses}>
            {list.rows.map((course) => (
              <CourseCard key={course.course_id} course={course} student_id={student_id} />
            ))}
          </ul>
          <ListFooter pages={list} />
        </Stack>
      )}
    </section>
  )
}

interface CardProps {
  course: Course
  student_id: string
}

function CourseCard({ course, student_id }: CardProps) {
  const isStaff = useSession()?.user_type !== 'student'
  const to = isStaff ? `/manage/courses/${course.course_id}/students` : `/learn/${course.course_id}`
  const hasLessons = course.status !== 'pending' && course.progress.total > 0
  return (
    <li style={{ minWidth: 0 }}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={4} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <TextLink to={to}>{course.course_name}</TextLink>
          <CourseFacts course={course} />
        </Stack>
        {isStaff && course.status !== 'removed' && (
          <StudentExceptions course={course} student_id={student_id} />
        )}
      </Group>
      {isStaff && course.status === 'pending' && <Decide course={course} student_id={student_id} />}
      {hasLessons && <Lessons course={course} student_id={student_id} />}
    </li>
  )
}

/** Progress of the course, and on request that of each lesson. */
function Lessons({ course, student_id }: CardProps) {
  const { t } = useTranslation('learning')
  const [isOpen, setOpen] = useState(false)
  const lessons = useId()
  const { course_id, course_name, progress } = course
  return (
    <>
      <ProgressBar
        share={progress.percentage / 100}
        label={t('dashboard.progress', { course: course_name })}
      />
      <Button
        variant="subtle"
        size="sm"
        className={classes.toggle ?? ''}
        aria-expanded={isOpen}
        aria-controls={lessons}
        rightSection={<IconChevronDown size={16} aria-hidden data-open={isOpen || undefined} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('details.lessons', { completed: progress.completed, total: progress.total })}
      </Button>
      <div id={lessons}>{isOpen && <StudentProgress student_id={student_id} course_id={course_id} />}</div>
    </>
  )
}

function CourseFacts({ course }: { course: Course }) {
  const { t } = useTranslation('learning')
  const { status, student_approval_end_date: end, created_at, last_opened_at, completed_at, tier } = course
  return (
    <Group gap="xs" fz="sm" c="dimmed">
      <StatusBadge status={status} />
      {tier !== null && <span>{t('tier.number', { tier })}</span>}
      {status === 'pending' && (
        <span>
          {t('students.asked')} <Time at={created_at} style="relative" />
        </span>
      )}
      {end && (status === 'approved' || status === 'expired') && (
        <span>
          {t('students.until')} <Time at={end} style="date" />
        </span>
      )}
      {completed_at ? (
        <span>
          {t('way.done')} <Time at={completed_at} style="date" />
        </span>
      ) : (
        status !== 'pending' && (
          <span>
            {t('students.lastActive')}:{' '}
            {last_opened_at ? <Time at={last_opened_at} style="relative" /> : t('students.never')}
          </span>
        )
      )}
    </Group>
  )
}

/** Approves or declines the request of the student; both can be undone. */
function Decide({ course: { course_id, course_name }, student_id }: CardProps) {
  const { t } = useTranslation('learning')
  const [isDeclining, setDeclining] = useState(false)
  const { decide, isPending } = useDecideRequests()
  const request = [{ course_id, student_id }]
  return (
    <Group gap="sm">
      <Button
        size="sm"
        variant="light"
        loading={isPending}
        leftSection={<IconCheck size={18} aria-hidden />}
        aria-label={t('details.approve', { course: course_name })}
        onClick={() => void decide(request, 'approved')}
      >
        {t('approve.button')}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        disabled={isPending}
        leftSection={<IconX size={18} aria-hidden />}
        aria-label={t('details.decline', { course: course_name })}
        onClick={() => setDeclining(true)}
      >
        {t('decline.button')}
      </Button>
      <DeclineDialog
        count={isDeclining ? 1 : 0}
        onClose={() => setDeclining(false)}
        onDecline={(reason) => {
          setDeclining(false)
          void decide(request, 'declined', { reason })
        }}
      />
    </Group>
  )
}
