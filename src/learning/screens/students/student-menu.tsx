import { Menu } from '@mantine/core'
import {
  IconCalendarDue,
  IconCheck,
  IconDots,
  IconLockAccess,
  IconStairs,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export type CourseStudent = ApiReply<typeof contract.listCourseStudents>['data'][number]

export interface StudentActions {
  onApprove: (student: CourseStudent) => void
  onApproveUntil: (student: CourseStudent) => void
  onDecline: (student: CourseStudent) => void
  onUnapprove: (student: CourseStudent) => void
  onRemove: (student: CourseStudent) => void
}

interface Props extends StudentActions {
  course_id: string
  student: CourseStudent
  /** Highest tier of the course; 0 without tiers. */
  tiers: number
}

/** Actions of staff on one student of a course. */
export function StudentMenu({ course_id, student, tiers, ...actions }: Props) {
  const { t } = useTranslation('learning')
  const { status } = student
  return (
    <Menu position="bottom-end" shadow="md" width={250} portalProps={{ target: '#main' }}>
      <Menu.Target>
        <IconButton
          variant="subtle"
          color="gray"
          size={44}
          label={t('students.menu', { name: student.name })}
        >
          <IconDots size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {status !== 'approved' && status !== 'removed' && (
          <Menu.Item
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => actions.onApprove(student)}
          >
            {t('approve.button')}
          </Menu.Item>
        )}
        {status !== 'removed' && (
          <Menu.Item
            leftSection={<IconCalendarDue size={18} aria-hidden />}
            onClick={() => actions.onApproveUntil(student)}
          >
            {t(status === 'approved' ? 'approve.changeEnd' : 'approve.until')}
          </Menu.Item>
        )}
        {status === 'pending' && (
          <Menu.Item leftSection={<IconX size={18} aria-hidden />} onClick={() => actions.onDecline(student)}>
            {t('decline.open')}
          </Menu.Item>
        )}
        {(status === 'approved' || status === 'expired') && (
          <Menu.Item
            leftSection={<IconLockAccess size={18} aria-hidden />}
            onClick={() => actions.onUnapprove(student)}
          >
            {t('approve.unapprove')}
          </Menu.Item>
        )}
        {tiers > 0 && status !== 'removed' && (
          <TierItems course_id={course_id} student={student} tiers={tiers} />
        )}
        {status !== 'removed' && <Menu.Divider />}
        {status !== 'removed' && (
          <Menu.Item
            color="error"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => actions.onRemove(student)}
          >
            {t('students.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function TierItems({ course_id, student, tiers }: Pick<Props, 'course_id' | 'student' | 'tiers'>) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const change = useApiMutation(contract.setStudentTier, {
    invalidates: [contract.listCourseStudents, contract.listEnrolmentEvents],
    onSuccess: () => toast(t('tier.saved')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const choices = [null, ...Array.from({ length: tiers }, (_, index) => index + 1)]
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('tier.label')}</Menu.Label>
      {choices.map((tier) => (
        <Menu.Item
          key={tier ?? 0}
          leftSection={
            tier === student.tier ? (
              <IconCheck size={18} aria-hidden />
            ) : (
              <IconStairs size={18} aria-hidden opacity={0} />
            )
          }
          aria-current={tier === student.tier}
          onClick={() => change.mutate({ student_id: student.student_id, course_id, tier })}
        >
          {tier === null ? t('tier.none') : t('tier.number', { tier })}
        </Menu.Item>
      ))}
    </>
  )
}
