import { Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { StudentGroup } from './course-groups.tsx'

interface Props {
  group: StudentGroup
  onShow: () => void
  onRename: () => void
  onDelete: () => void
}

export function GroupMenu({ group, onShow, onRename, onDelete }: Props) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  return (
    <Menu position="bottom-end" shadow="md" width={220} portalProps={{ target: '#main' }}>
      <Menu.Target>
        <IconButton variant="subtle" color="gray" size={44} label={t('students.menu', { name: group.name })}>
          <IconDots size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUsers size={18} aria-hidden />} onClick={onShow}>
          {t('groups.show')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onRename}>
          {t('groups.rename')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="error" leftSection={<IconTrash size={18} aria-hidden />} onClick={onDelete}>
          {tu('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
