import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Content, Lesson } from './outline-model.ts'
import { RowMenu } from './row-menu.tsx'
import type { OutlineEditing } from './use-outline.ts'
import { useBulkActions } from './use-bulk-actions.ts'

interface Props {
  content: Content
  lesson: Lesson
  lessons: Lesson[]
  index: number
  editing: OutlineEditing
}

/** Actions on a content in the outline. */
export function ContentMenu(props: Props) {
  const { content, lesson, editing } = props
  const { t } = useTranslation('courses')
  const { t: tu } = useTranslation('ui')
  const { t: tx } = useTranslation('import-export')
  const several = useBulkActions(editing)
  const { is_published, is_locked } = content
  return (
    <RowMenu label={t('outline.contentMenu', { name: content.title })}>
      {() => (
        <>
          <Menu.Item
            leftSection={is_published ? <IconEyeOff size={18} /> : <IconEye size={18} />}
            onClick={() => void editing.setPublished(content, !is_published)}
          >
            {t(is_published ? 'outline.unpublish' : 'outline.publish')}
          </Menu.Item>
          <Menu.Item
            leftSection={is_locked ? <IconLockOpen size={18} /> : <IconLock size={18} />}
            onClick={() => void editing.setLocked(lesson, content, !is_locked)}
          >
            {t(is_locked ? 'outline.unlock' : 'outline.lock')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => void several.duplicateOne(content)}>
            {tx('menu.duplicate')}
          </Menu.Item>
          <Moves {...props} />
          <Menu.Divider />
          <Menu.Item
            color="error"
            leftSection={<IconTrash size={18} />}
            onClick={() => editing.removeContent(content)}
          >
            {tu('actions.delete')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  )
}

function Moves({ content, lesson, lessons, index, editing }: Props) {
  const { t } = useTranslation('courses')
  const others = lessons.filter((other) => other.id !== lesson.id)
  const position = (lesson_id: string, at: number) => void editing.moveContent(content.id, { lesson_id, at })
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        disabled={index === 0}
        leftSection={<IconArrowUp size={18} />}
        onClick={() => position(lesson.id, index - 1)}
      >
        {t('outline.up')}
      </Menu.Item>
      <Menu.Item
        disabled={index === lesson.contents.length - 1}
        leftSection={<IconArrowDown size={18} />}
        onClick={() => position(lesson.id, index + 1)}
      >
        {t('outline.down')}
      </Menu.Item>
      {others.length > 0 && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconArrowRight size={18} className="ly-mirrored" />}>
              {t('outline.toLesson')}
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {others.map((other) => (
              <Menu.Item key={other.id} onClick={() => position(other.id, other.contents.length)}>
                {other.title}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
    </>
  )
}
