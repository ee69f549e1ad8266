import { useState } from 'react'
import type { CertificateBlock, CertificateDesign } from '#lib/certificates/index.ts'
import { changed, historyOf, redone, undone, type History } from './history.ts'
import { newBlock, type BlockKind } from './new-block.ts'
import { frameOf, fitToPage, reordered, withBlock, type Frame } from './place-block.ts'

/** The edited design: its selected block, its changes, and their undoing. */
export interface DesignEditor {
  design: CertificateDesign
  selected: CertificateBlock | null
  select: (id: string | null) => void
  /** Replaces the design. A tag joins changes of the same thing in a row. */
  change: (design: CertificateDesign, tag?: string) => void
  /** Changes these fields of a block, also after it was changed otherwise meanwhile, such as by a finished upload. */
  changeBlock: (id: string, fields: Partial<CertificateBlock>, tag?: string) => void
  /** Moves or resizes the selected block. */
  setFrame: (frame: Partial<Frame>, tag?: string) => void
  add: (kind: BlockKind, text: string) => void
  remove: () => void
  reorder: (by: 1 | -1) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

export function useDesign(initial: CertificateDesign): DesignEditor {
  const [history, setHistory] = useState(() => historyOf(initial))
  const [selectedId, select] = useState<string | null>(initial.blocks[0]?.id ?? null)
  const design = history.value
  const selected = design.blocks.find(({ id }) => id === selectedId) ?? null
  const change = (next: CertificateDesign, tag: string | null = null) => {
    if (next !== design) setHistory((before) => changed(before, next, tag))
  }
  return {
    design,
    selected,
    select,
    change,
    changeBlock: (id, fields, tag) => setHistory((before) => withFields(before, { id, fields, tag })),
    setFrame(frame, tag) {
      if (!selected) return
      const moved = fitToPage(selected, { ...frameOf(selected), ...frame }, design.page)
      change(withBlock(design, moved), tag)
    },
    add(kind, text) {
      const block = newBlock(design, kind, text)
      change({ ...design, blocks: [...design.blocks, block] })
      select(block.id)
    },
    remove() {
      if (!selected) return
      const at = design.blocks.indexOf(selected)
      const blocks = design.blocks.toSpliced(at, 1)
      change({ ...design, blocks })
      select((blocks[at] ?? blocks.at(-1))?.id ?? null)
    },
    reorder: (by) => selected && change(reordered(design, selected.id, by)),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}

interface BlockChange {
  id: string
  fields: Partial<CertificateBlock>
  tag: string | undefined
}

/** The history with other fields of a block; as it was if the block is deleted. */
function withFields(before: History<CertificateDesign>, { id, fields, tag }: BlockChange) {
  const block = before.value.blocks.find((one) => one.id === id)
  if (!block) return before
  const next = { ...block, ...fields } as CertificateBlock
  return changed(before, withBlock(before.value, next), tag ?? null)
}
