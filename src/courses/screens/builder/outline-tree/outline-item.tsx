import { useDndContext } from '@dnd-kit/core'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconGripVertical } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './outline-tree.module.css'

type Kind = 'lesson' | 'content'

/** A draggable row. A dragged lesson moves among lessons, a dragged content among contents. */
export function useOutlineItem(id: string, kind: Kind) {
  const { active } = useDndContext()
  const carried = active?.data.current?.kind as Kind | undefined
  const sortable = useSortable({
    id,
    data: { kind },
    disabled: { draggable: false, droppable: carried !== undefined && carried !== kind },
  })
  const { transform, transition, isDragging } = sortable
  return {
    setNode: sortable.setNodeRef,
    grip: {
      setGrip: sortable.setActivatorNodeRef,
      attributes: sortable.attributes,
      listeners: sortable.listeners,
    },
    style: { transform: CSS.Translate.toString(transform), transition },
    isDragging,
  }
}

type GripProps = ReturnType<typeof useOutlineItem>['grip'] & { label: string }

/** The drag handle of a row. */
export function DragHandle({ setGrip, attributes, listeners, label }: GripProps) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <button
      type="button"
      className={classes.grip}
      ref={setGrip}
      {...attributes}
      {...listeners}
      aria-label={label}
      aria-roledescription={t('kit:sort.role')}
    >
      <IconGripVertical size={18} aria-hidden />
    </button>
  )
}
