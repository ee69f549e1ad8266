import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { IconButton } from './icon-button.tsx'
import classes from './sortable-list.module.css'

interface Props<Item> {
  items: readonly Item[]
  itemKey: keyof Item & string
  /** Name of the item for buttons and screen readers. */
  label: (item: Item) => string
  onReorder: (items: Item[], moved: { item: Item; from: number; to: number }) => void
  renderItem: (item: Item, index: number) => ReactNode
  disabled?: boolean
}

/** A list that users reorder by drag, by keyboard (space, arrows, space) or by two buttons. */
export function SortableList<Item>({ items, itemKey, label, onReorder, renderItem, disabled }: Props<Item>) {
  const { t } = useTranslation(['ui', 'kit'])
  const id = useId()
  const keys = items.map((item) => String(item[itemKey]))
  const { list, move, step } = useMoves({ items, onReorder })
  const announcements = useAnnouncements(keys, items.map(label))
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const dropped = ({ active, over }: DragEndEvent) =>
    over && move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)))

  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{
        screenReaderInstructions: { draggable: t('kit:sort.instructions') },
        announcements,
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy} disabled={disabled ?? false}>
        <ol className={classes.list} ref={list}>
          {items.map((item, index) => (
            <Row
              key={keys[index]}
              id={keys[index]!}
              index={index}
              count={items.length}
              name={label(item)}
              disabled={disabled ?? false}
              onStep={step}
            >
              {renderItem(item, index)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Moves an item by drag or by one step. `list` is the element of the list, for the focus. */
function useMoves<Item>({ items, onReorder }: Pick<Props<Item>, 'items' | 'onReorder'>) {
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    const item = items[from]
    if (!item || to < 0 || to >= items.length || from === to) return
    onReorder(arrayMove([...items], from, to), { item, from, to })
  }
  const step = (from: number, to: number) => {
    move(from, to)
    // The pressed button moves with its row; the focus follows it.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-row="${to}"] [data-step="${to > from ? 'down' : 'up'}"]`)
        ?.focus(),
    )
  }
  return { list, move, step }
}

/** What a screen reader says while an item is dragged. */
function useAnnouncements(keys: string[], names: string[]): Announcements {
  const { t } = useTranslation(['ui', 'kit'])
  const say = (
    key: 'lifted' | 'over' | 'dropped' | 'cancelled',
    dragged: UniqueIdentifier,
    over: UniqueIdentifier = dragged,
  ) =>
    t(`kit:sort.${key}`, {
      name: names[keys.indexOf(String(dragged))] ?? '',
      position: keys.indexOf(String(over)) + 1,
      count: keys.length,
    })
  return {
    onDragStart: ({ active }) => say('lifted', active.id),
    onDragOver: ({ active, over }) => (over ? say('over', active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) => say('dropped', active.id, over?.id),
    onDragCancel: ({ active }) => say('cancelled', active.id),
  }
}

interface RowProps {
  id: string
  index: number
  count: number
  name: string
  disabled: boolean
  onStep: (from: number, to: number) => void
  children: ReactNode
}

function Row({ id, index, count, name, disabled, onStep, children }: RowProps) {
  const { t } = useTranslation(['ui', 'kit'])
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-row={index}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className={classes.grip}
        ref={setActivatorNodeRef}
        disabled={disabled}
        {...attributes}
        {...listeners}
        aria-label={t('kit:sort.grip', { name })}
        aria-roledescription={t('kit:sort.role')}
      >
        <IconGripVertical size={20} aria-hidden />
      </button>
      <div className={classes.content}>{children}</div>
      <Group gap={2} wrap="nowrap" className={classes.steps ?? ''}>
        <IconButton
          label={t('kit:sort.up', { name })}
          data-step="up"
          color="gray"
          disabled={disabled || index === 0}
          onClick={() => onStep(index, index - 1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={t('kit:sort.down', { name })}
          data-step="down"
          color="gray"
          disabled={disabled || index === count - 1}
          onClick={() => onStep(index, index + 1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </IconButton>
      </Group>
    </li>
  )
}
