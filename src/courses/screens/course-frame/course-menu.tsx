import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconDotsVertical,
  IconFileZip,
  IconTemplate,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { EditedCourse } from './course-frame.tsx'

const copies = [
  { part: 'duplicate', icon: IconCopy },
  { part: 'template', icon: IconTemplate },
  { part: 'export', icon: IconFileZip },
] as const

/** Deletion can be undone for ten seconds, because the server keeps the course. */
export function CourseMenu({
  course,
}: {
  course: Pick<EditedCourse, 'id' | 'course_name' | 'course_isPublic'>
}) {
  const { t } = useTranslation('courses')
  const { t: tu } = useTranslation('ui')
  const { t: tx } = useTranslation('import-export')
  const remove = useDeletion(course)
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <IconButton label={tu('actions.more')} variant="default" size="input-md">
          <IconDotsVertical size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {course.course_isPublic && (
          <Menu.Item
            component="a"
            href={`/?selected_course_id=${course.id}`}
            hiddenFrom="sm"
            leftSection={<IconWorld size={18} aria-hidden />}
          >
            {t('builder.page')}
          </Menu.Item>
        )}
        {copies.map(({ part, icon: Icon }) => (
          <Menu.Item
            key={part}
            component={Link}
            to={`/manage/courses/${course.id}/settings/copies#${part}`}
            leftSection={<Icon size={18} aria-hidden />}
          >
            {tx(`menu.${part}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="error" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
          {t('builder.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useDeletion({ id, course_name }: { id: string; course_name: string }) {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const navigate = useNavigate()
  const invalidates = [contract.listCourses, contract.getCourseDetails]
  const restore = useApiMutation(contract.restoreCourse, {
    invalidates,
    onSuccess: () => toast(t('builder.restored', { name: course_name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const remove = useApiMutation(contract.deleteCourse, {
    invalidates: [contract.listCourses],
    async onSuccess() {
      await navigate('/manage/courses')
      toastUndo(t('builder.deleted', { name: course_name }), { undo: () => restore.mutate({ id }) })
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return () => remove.mutate({ id })
}
