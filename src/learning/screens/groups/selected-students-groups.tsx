import { Menu } from '@mantine/core'
import { IconCalendarClock, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listGroups, listGroupStudents, updateGroup } from '#groups/contract.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { GroupNameDialog } from './group-name-dialog.tsx'

interface Props {
  course_id: string
  chosen: string[]
  onDone: () => void
}

/** Adds the selected students to a group, or creates an exception for them. */
export function SelectedStudentsGroups({ course_id, chosen, onDone }: Props) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const [naming, setNaming] = useState(false)
  const [excepting, setExcepting] = useState(false)
  const groups = useApiPages(listGroups, { id: course_id, limit: 100 })
  const add = useApiMutation(updateGroup, {
    invalidates: [listGroups, listGroupStudents],
    onSuccess: (group) => {
      toast(t('groups.added', { name: group.name }))
      onDone()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <>
      <Menu position="bottom-end" shadow="md" portalProps={{ target: '#main' }}>
        <Menu.Target>
          <Button
            size="sm"
            variant="default"
            loading={add.isPending}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {t('groups.addTo')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {groups.rows?.map((group) => (
            <Menu.Item key={group.id} onClick={() => add.mutate({ id: group.id, add_student_ids: chosen })}>
              {group.name}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNaming(true)}>
            {t('groups.new')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconCalendarClock size={18} aria-hidden />}
        onClick={() => setExcepting(true)}
      >
        {t('exceptions.open')}
      </Button>
      <GroupNameDialog
        course_id={course_id}
        student_ids={chosen}
        opened={naming}
        onClose={() => setNaming(false)}
        onDone={onDone}
      />
      <ExceptionDialog
        course_id={course_id}
        student_ids={chosen}
        opened={excepting}
        onClose={() => setExcepting(false)}
        onDone={onDone}
      />
    </>
  )
}
