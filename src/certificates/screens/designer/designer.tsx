import { type KeyboardEvent } from 'react'
import type { MergeField } from '#lib/certificates/merge-fields.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useBlockName } from '../design/use-block-name.ts'
import { BlockFields } from './block-fields.tsx'
import { BlockList } from './block-list.tsx'
import { Canvas } from './canvas.tsx'
import { DesignTools } from './design-tools.tsx'
import { PageFields } from './page-fields.tsx'
import { frameOf, stepOf } from './place-block.ts'
import { imageOfBlock, type ImageUrls } from './use-image-urls.ts'
import type { DesignEditor } from './use-design.ts'
import classes from './designer.module.css'

interface Props {
  editor: DesignEditor
  values: Readonly<Record<MergeField, string>>
  images: ImageUrls
  logo: string | null
  signature: string | null
  overfull: readonly string[]
}

/** The page of a certificate, its blocks, and the fields of the selected one. */
export function Designer({ editor, values, images, logo, signature, overfull }: Props) {
  const onKeyDown = useBlockKeys(editor)
  return (
    <div className={classes.designer}>
      <div className={classes.stage}>
        <DesignTools editor={editor} />
        <Canvas
          editor={editor}
          values={values}
          imageOf={(block) => imageOfBlock(block, images, { logo, signature })}
          onKeyDown={onKeyDown}
        />
        <Position editor={editor} />
      </div>
      <div className={classes.panel}>
        <BlockList editor={editor} overfull={overfull} onKeyDown={onKeyDown} />
        <BlockFields editor={editor} images={images} />
        <PageFields editor={editor} />
      </div>
    </div>
  )
}

/** Keys of the selected block: arrows move it, Delete removes it, Ctrl+Z undoes. */
function useBlockKeys(editor: DesignEditor) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const step = stepOf(event)
    if (step && editor.selected && !isCommand && !event.altKey) {
      const { x, y } = frameOf(editor.selected)
      editor.setFrame({ x: x + step.x, y: y + step.y }, `${editor.selected.id} keys`)
    } else if (key === 'Delete' && editor.selected) editor.remove()
    else if (isCommand && key.toLowerCase() === 'z') {
      if (shiftKey) editor.redo()
      else editor.undo()
    } else return
    event.preventDefault()
  }
}

/** Where the selected block is, also for people who do not see the page. */
function Position({ editor: { selected } }: { editor: DesignEditor }) {
  const { t } = useTranslation('certificate-designer')
  const nameOf = useBlockName()
  return (
    <p className={classes.position} role="status">
      {selected
        ? t('position', { name: nameOf(selected), x: String(selected.x), y: String(selected.y) })
        : t('nothingSelected')}
    </p>
  )
}
