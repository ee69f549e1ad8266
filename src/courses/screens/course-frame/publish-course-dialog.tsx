import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { EditedCourse } from './course-frame.tsx'
import classes from './course-status.module.css'

type Check = ApiReply<typeof contract.checkPublishing>
type Issue = Check['issues'][number]

interface Props {
  course: EditedCourse
  onClose: () => void
}

/** What is missing before a course is published, each with a link to the place of repair. */
export function PublishCourseDialog({ course, onClose }: Props) {
  const { t } = useTranslation('courses')
  const { t: tu } = useTranslation('ui')
  const { data: check, error, refetch } = useApiQuery(contract.checkPublishing, { id: course.id })
  const change = useVisibility(course, onClose)
  const isPublic = course.course_isPublic
  return (
    <Modal opened onClose={onClose} title={t(isPublic ? 'preflight.publicTitle' : 'preflight.title')}>
      <Stack gap="lg">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!check && !error && <ListSkeleton rows={3} />}
        {check && <Issues check={check} course_id={course.id} onLeave={onClose} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {tu('actions.close')}
          </Button>
          <Button
            variant={isPublic ? 'default' : 'filled'}
            loading={change.isPending}
            disabled={!isPublic && !check?.may_publish}
            onClick={() => change.make(!isPublic)}
          >
            {t(isPublic ? 'preflight.unpublish' : 'builder.publish')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function useVisibility({ id, updated_at }: EditedCourse, onDone: () => void) {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const key = queryKey(contract.getCourseDetails, { id })
  const change = useApiMutation(contract.updateCourse, {
    invalidates: [contract.listCourses, contract.checkPublishing],
    onSuccess(answer) {
      client.setQueryData<EditedCourse>(key, (old) => old && { ...old, ...answer })
      toast(t(answer.course_isPublic ? 'builder.published' : 'builder.unpublished'))
      onDone()
    },
    onError(error) {
      toast(errorText(error), 'error')
      void client.invalidateQueries({ queryKey: key })
    },
  })
  const make = (course_isPublic: boolean) => change.mutate({ id, course_isPublic, updated_at })
  return { make, isPending: change.isPending }
}

interface IssuesProps {
  check: Check
  course_id: string
  /** A link was followed. */
  onLeave: () => void
}

function Issues({ check, course_id, onLeave }: IssuesProps) {
  const { t } = useTranslation('courses')
  if (check.issues.length === 0)
    return (
      <Group gap="sm" wrap="nowrap">
        <IconCircleCheck size={22} aria-hidden color="var(--mantine-color-success-text)" />
        <Text>{t('preflight.ready')}</Text>
      </Group>
    )
  return (
    <>
      <Text c="dimmed">{t(check.may_publish ? 'preflight.text' : 'preflight.blockedText')}</Text>
      <ul className={classes.issues}>
        {check.issues.map((issue) => (
          <IssueLine
            key={issue.code}
            issue={issue}
            base={`/manage/courses/${course_id}`}
            outline={`/manage/courses/${check.outline_course_id}`}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </>
  )
}

/** Where an issue of the course itself is repaired. */
const repairs = {
  no_lesson: '',
  unpublished_lessons: '',
  empty_sections: '',
  ended: '/settings#access',
  no_price: '/settings#basics',
  no_image: '/settings#page',
  no_description: '/settings#basics',
  no_teacher: '/settings#people',
  hidden: '/settings#visibility',
} as const satisfies Record<Issue['code'], string>

interface LineProps {
  issue: Issue
  /** Address of the course, and of the course that contains its lessons. */
  base: string
  outline: string
  onLeave: () => void
}

/** Links to the places where an issue is repaired. */
function useRepairLinks({ issue: { code, items }, base, outline }: LineProps) {
  const { t } = useTranslation('courses')
  if (items.length === 0) {
    const to = `${code === 'no_lesson' ? outline : base}${repairs[code]}`
    return [{ to, text: t(`preflight.repair.${code}`) }]
  }
  return items.map(({ kind, id, title }) => ({
    to: kind === 'content' ? `${outline}?topic=${id}` : `${outline}#${id}`,
    text: title,
  }))
}

function IssueLine(props: LineProps) {
  const { t } = useTranslation('courses')
  const { code, count, is_blocking } = props.issue
  const links = useRepairLinks(props)
  const Icon = is_blocking ? IconCircleX : IconAlertTriangle
  return (
    <li className={`${classes.issue} ${is_blocking ? classes.blocking : ''}`}>
      <Icon size={20} aria-hidden />
      <div>
        <span className="ly-hidden">{t(is_blocking ? 'preflight.blocking' : 'preflight.warning')}: </span>
        <strong>{t(`preflight.issues.${code}`, { count })}</strong>
      </div>
      <ul className={classes.items}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Anchor renderRoot={(root: object) => <Link to={to} onClick={props.onLeave} {...root} />}>
              {text}
            </Anchor>
          </li>
        ))}
        {count > links.length && <li>{t('preflight.more', { count: count - links.length })}</li>}
      </ul>
    </li>
  )
}
