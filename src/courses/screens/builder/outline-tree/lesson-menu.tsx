import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconStairs,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useEditedCourse } from '../../course-frame/course-frame.tsx'
import type { Lesson } from './outline-model.ts'
import { RowMenu } from './row-menu.tsx'
import type { OutlineEditing } from './use-outline.ts'
import { useBulkActions } from './use-bulk-actions.ts'

interface Props {
  lesson: Lesson
  index: number
  count: number
  editing: OutlineEditing
  onRename: () => void
  enableTiering: boolean
}

export function LessonMenu({ lesson, index, count, editing, onRename, enableTiering }: Props) {
  const { t } = useTranslation('courses')
  const { t: tu } = useTranslation('ui')
  const { t: tx } = useTranslation('import-export')
  const several = useBulkActions(editing)
  const isLocked = lesson.contents.length > 0 && lesson.contents.every((content) => content.is_locked)
  return (
    <RowMenu label={t('outline.lessonMenu', { name: lesson.title })}>
      {() => (
        <>
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={onRename}>
            {t('outline.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={18} />}
            onClick={() => void several.duplicateLesson(lesson)}
          >
            {tx('menu.duplicate')}
          </Menu.Item>
          <Menu.Item
            disabled={lesson.contents.length === 0}
            leftSection={isLocked ? <IconLockOpen size={18} /> : <IconLock size={18} />}
            onClick={() => void editing.setLocked(lesson, null, !isLocked)}
          >
            {t(isLocked ? 'outline.unlockAll' : 'outline.lockAll')}
          </Menu.Item>
          {enableTiering && <Tiers lesson={lesson} editing={editing} />}
          <Menu.Divider />
          <Menu.Item
            disabled={index === 0}
            leftSection={<IconArrowUp size={18} />}
            onClick={() => void editing.moveLesson(lesson.id, index - 1)}
          >
            {t('outline.up')}
          </Menu.Item>
          <Menu.Item
            disabled={index === count - 1}
            leftSection={<IconArrowDown size={18} />}
            onClick={() => void editing.moveLesson(lesson.id, index + 1)}
          >
            {t('outline.down')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="error"
            leftSection={<IconTrash size={18} />}
            onClick={() => editing.removeLesson(lesson)}
          >
            {tu('actions.delete')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  )
}

/** Minimum tier of a lesson. */
function Tiers({ lesson, editing }: { lesson: Lesson; editing: OutlineEditing }) {
  const { t } = useTranslation('courses')
  const { tiering_maximum } = useEditedCourse()
  const tiers = Array.from({ length: tiering_maximum }, (_tier, index) => index + 1)
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconStairs size={18} />}>{t('outline.lowestTier')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {[null, ...tiers].map((tier) => (
          <Menu.Item
            key={tier ?? 'none'}
            aria-current={tier === lesson.lowest_tier ? 'true' : undefined}
            fw={tier === lesson.lowest_tier ? 700 : undefined}
            onClick={() => void editing.saveLesson(lesson.id, { lowest_tier: tier })}
          >
            {tier === null ? t('outline.everyTier') : t('outline.fromTier', { tier })}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
