import { Group, Menu, Text } from '@mantine/core'
import {
  IconArrowRight,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Lesson } from './outline-model.ts'
import { useOutlineSelection } from './outline-selection.ts'
import type { OutlineEditing } from './use-outline.ts'
import { useBulkActions } from './use-bulk-actions.ts'
import classes from './selection-bar.module.css'

interface Props {
  lessons: Lesson[]
  editing: OutlineEditing
}

/** Starts selection, and then shows the number of selected contents with bulk actions. */
export function SelectionBar({ lessons, editing }: Props) {
  const { t } = useTranslation('import-export')
  const selection = useOutlineSelection()
  const count = selection.contents.length
  const total = lessons.reduce((sum, lesson) => sum + lesson.contents.length, 0)
  if (!selection.isOn)
    return total < 2 ? null : (
      <Group justify="flex-end">
        <Button variant="subtle" size="sm" onClick={() => selection.turn(true)}>
          {t('select.begin')}
        </Button>
      </Group>
    )
  return (
    <section className={classes.bar} aria-label={t('select.label')}>
      <Group gap="sm" justify="space-between">
        <CheckboxField
          label={t('select.all')}
          value={count === total}
          indeterminate={count > 0 && count < total}
          onChange={(isChecked) => selection.setAll(isChecked)}
        />
        <Text role="status">{t('select.count', { count })}</Text>
        <Button variant="default" size="sm" onClick={() => selection.turn(false)}>
          {t('select.end')}
        </Button>
      </Group>
      <Actions lessons={lessons} editing={editing} />
    </section>
  )
}

const ways = [
  { way: 'publish', icon: IconEye },
  { way: 'unpublish', icon: IconEyeOff },
  { way: 'lock', icon: IconLock },
  { way: 'unlock', icon: IconLockOpen },
  { way: 'duplicate', icon: IconCopy },
] as const

function Actions({ lessons, editing }: Props) {
  const { t } = useTranslation('import-export')
  const several = useBulkActions(editing)
  const { contents, turn, setAll } = useOutlineSelection()
  const none = contents.length === 0
  const run = {
    publish: () => several.setPublished(contents, true),
    unpublish: () => several.setPublished(contents, false),
    lock: () => several.setLocked(contents, true),
    unlock: () => several.setLocked(contents, false),
    duplicate: () => several.duplicate(contents).then(() => setAll(false)),
  }
  const remove = () => {
    several.remove(contents)
    turn(false)
  }
  return (
    <Group gap={4}>
      {ways.map(({ way, icon: Icon }) => (
        <IconButton key={way} label={t(`select.${way}`)} disabled={none} onClick={() => void run[way]()}>
          <Icon size={20} aria-hidden />
        </IconButton>
      ))}
      <Menu position="top-end" shadow="md" width={260}>
        <Menu.Target>
          <IconButton label={t('select.move')} disabled={none}>
            <IconArrowRight size={20} aria-hidden className="ly-mirrored" />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {lessons.map((lesson) => (
            <Menu.Item key={lesson.id} onClick={() => void several.move(contents, lesson)}>
              {lesson.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <IconButton label={t('select.delete')} disabled={none} color="error" onClick={remove}>
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}
