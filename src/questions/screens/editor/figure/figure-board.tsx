import { Text, VisuallyHidden } from '@mantine/core'
import { useId, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { movedPoint } from '#ui/questions/inputs/image-point.ts'
import { MarkedImage } from '#ui/questions/inputs/marked-image.tsx'
import { handlesOf, middleOf, movedFigure, type Figure, type FigureKind } from './figures.ts'
import { useFigurePointer } from './use-figure-pointer.ts'
import classes from './figure-board.module.css'

export interface BoardItem {
  id: string
  /** Name for screen readers. */
  name: string
  figure: Figure
  isRight?: boolean
}

export interface BoardProps {
  src: string | undefined
  alt: string
  items: readonly BoardItem[]
  /** Id of the item that arrow keys move. */
  selected: string | null
  onSelect: (id: string) => void
  onMove: (id: string, figure: Figure) => void
  /** Adds a figure; null if there are enough of them. */
  onDraw: ((figure: Figure) => void) | null
  /** Kind of the figures that the pointer draws. */
  kind: FigureKind
}

/** An image on which figures are drawn and moved by pointer, and moved by arrow keys. Fields beside it do the same. */
export function FigureBoard(props: BoardProps) {
  const { src, alt, items, selected } = props
  const { t } = useTranslation('question-editor')
  const hint = useId()
  const item = items.find(({ id }) => id === selected) ?? items[0]
  const { message, onKeyDown } = useArrowKeys(item, props.onMove)
  const { drawn, pointer } = useFigurePointer(props, item)
  if (!src) return null
  const shapes = items.flatMap(({ id, figure, isRight }) =>
    figure.kind === 'point' ? [] : [{ id, shape: figure, state: stateOf(id === item?.id, isRight) }],
  )
  const drawing = drawn && drawn.kind !== 'point' ? [{ id: '', shape: drawn, state: 'chosen' as const }] : []
  return (
    <div>
      <Text id={hint} size="sm" c="dimmed" mb="xs">
        {t('figure.hint')}
      </Text>
      <MarkedImage
        src={src}
        alt={alt}
        regions={[...shapes, ...drawing]}
        marks={items.map(({ figure }, at) => ({ ...middleOf(figure), text: String(at + 1) }))}
      >
        {/* Arrow keys reach an application also while a screen reader reads the page. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={classes.area}
          aria-label={item ? t('figure.position', { name: item.name }) : t('figure.board')}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
          {...pointer}
        >
          {item && <Handles figure={item.figure} />}
        </div>
      </MarkedImage>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </div>
  )
}

function stateOf(isSelected: boolean, isRight = false) {
  if (isSelected) return 'chosen' as const
  return isRight ? ('right' as const) : ('open' as const)
}

/** Marks of what a pointer drags to change the figure. */
const Handles = ({ figure }: { figure: Figure }) =>
  handlesOf(figure).map(({ x, y }, at) => (
    <span
      key={at}
      className={classes.handle}
      style={{ '--x': `${x * 100}%`, '--y': `${y * 100}%` } as CSSProperties}
    />
  ))

/** Moves a figure by 1 %, with Shift by 10 %, and says where it is. */
function useArrowKeys(item: BoardItem | undefined, onMove: BoardProps['onMove']) {
  const { t } = useTranslation('question-editor')
  const [message, setMessage] = useState('')
  const onKeyDown = (event: KeyboardEvent) => {
    const middle = { x: 0.5, y: 0.5 }
    const moved = item && movedPoint(middle, event.key, event.shiftKey)
    if (!moved) return
    event.preventDefault()
    const figure = movedFigure(item.figure, { x: moved.x - middle.x, y: moved.y - middle.y })
    const { x, y } = middleOf(figure)
    onMove(item.id, figure)
    setMessage(t('figure.at', { name: item.name, x: Math.round(x * 100), y: Math.round(y * 100) }))
  }
  return { message, onKeyDown }
}
