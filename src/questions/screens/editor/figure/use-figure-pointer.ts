import { useState, type PointerEvent } from 'react'
import { pointAt, type ImagePoint } from '#ui/questions/inputs/image-point.ts'
import type { BoardItem, BoardProps } from './figure-board.tsx'
import {
  newFigure,
  figureBetween,
  handlesOf,
  isAt,
  isNear,
  movedFigure,
  withHandle,
  type Figure,
} from './figures.ts'

/** Pixels around a point or a handle that count as the point. */
const reachPixels = 18
/** Shares of the image below which a movement is a click. */
const clickShare = 0.02

type Drag = { from: ImagePoint } & (
  | { type: 'draw' }
  | { type: 'move'; item: BoardItem }
  | { type: 'handle'; item: BoardItem; handle: number }
)

/**
 * Draws, moves and resizes figures by pointer: a press on a handle of the selected figure changes it, on another figure
 * selects and moves it, elsewhere it draws a new one.
 */
export function useFigurePointer(props: BoardProps, selected: BoardItem | undefined) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [drawn, setDrawn] = useState<Figure | null>(null)
  const end = () => {
    setDrag(null)
    setDrawn(null)
  }
  const pointer = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const next = dragFrom(event, props, selected)
      if (next && next.type !== 'draw') props.onSelect(next.item.id)
      setDrag(next)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return
      const to = pointOf(event)
      if (drag.type === 'draw') setDrawn(figureBetween(props.kind, drag.from, to))
      else props.onMove(drag.item.id, dragged(drag, to))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (drag?.type === 'draw') props.onDraw?.(figureOf(props, drag.from, pointOf(event)))
      end()
    },
    onPointerCancel: end,
  }
  return { drawn, pointer }
}

const pointOf = (event: PointerEvent<HTMLElement>) =>
  pointAt(event.currentTarget.getBoundingClientRect(), event)

function dragFrom(event: PointerEvent<HTMLElement>, props: BoardProps, selected?: BoardItem): Drag | null {
  const { width, height } = event.currentTarget.getBoundingClientRect()
  const reach = { x: reachPixels / width, y: reachPixels / height }
  const from = pointOf(event)
  const handle = selected ? handlesOf(selected.figure).findIndex((point) => isNear(point, from, reach)) : -1
  if (selected && handle >= 0) return { type: 'handle', from, item: selected, handle }
  const item = props.items.findLast(({ figure }) => isAt(figure, from, reach))
  if (item) return { type: 'move', from, item }
  return props.onDraw ? { type: 'draw', from } : null
}

const dragged = (drag: Exclude<Drag, { type: 'draw' }>, to: ImagePoint) =>
  drag.type === 'handle'
    ? withHandle(drag.item.figure, drag.handle, to)
    : movedFigure(drag.item.figure, { x: to.x - drag.from.x, y: to.y - drag.from.y })

const figureOf = ({ kind }: BoardProps, from: ImagePoint, to: ImagePoint) =>
  isNear(from, to, { x: clickShare, y: clickShare }) ? newFigure(kind, from) : figureBetween(kind, from, to)
