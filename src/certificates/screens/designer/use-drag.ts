import { useState, type PointerEvent } from 'react'
import type { CertificateBlock } from '#lib/certificates/index.ts'
import { pageSizes } from '#lib/certificates/page-sizes.ts'
import { frameOf, fitToPage } from './place-block.ts'
import type { DesignEditor } from './use-design.ts'

interface Drag {
  block: CertificateBlock
  isResize: boolean
  /** Where the pointer went down, in pixels. */
  from: { x: number; y: number }
  /** Millimetres of a pixel. */
  scale: number
}

const draggedTo = ({ block, isResize, from, scale }: Drag, event: PointerEvent) => {
  const frame = frameOf(block)
  const by = {
    x: Math.round((event.clientX - from.x) * scale),
    y: Math.round((event.clientY - from.y) * scale),
  }
  return isResize
    ? { ...frame, width: frame.width + by.x, height: frame.height + by.y }
    : { ...frame, x: frame.x + by.x, y: frame.y + by.y }
}

/**
 * Selects a block by pointer, and moves or resizes it by whole millimetres; the change is made once, when the pointer is
 * released. A finger drags the selected block only, so that it can scroll the page.
 */
export function useDrag({ design, selected, select, changeBlock }: DesignEditor) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [block, setBlock] = useState<CertificateBlock | null>(null)
  const end = () => {
    setDrag(null)
    setBlock(null)
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target instanceof Element ? event.target : null
      const id = target?.closest<HTMLElement>('[data-block]')?.dataset.block ?? null
      const pressed = design.blocks.find((one) => one.id === id)
      select(pressed?.id ?? null)
      const isGrasped = event.pointerType === 'mouse' || pressed?.id === selected?.id
      if (!pressed || !isGrasped || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const page = event.currentTarget.firstElementChild!.getBoundingClientRect()
      setDrag({
        block: pressed,
        isResize: Boolean(target?.closest('[data-resize]')),
        from: { x: event.clientX, y: event.clientY },
        scale: pageSizes[design.page].width / page.width,
      })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag) setBlock(fitToPage(drag.block, draggedTo(drag, event), design.page))
    },
    onPointerUp() {
      if (block && drag && JSON.stringify(block) !== JSON.stringify(drag.block)) changeBlock(block.id, block)
      end()
    },
    onPointerCancel: end,
  }
  return { block, handlers }
}
