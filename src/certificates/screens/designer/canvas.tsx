import type { KeyboardEvent } from 'react'
import type { CertificateBlock } from '#lib/certificates/index.ts'
import type { MergeField } from '#lib/certificates/merge-fields.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BlockFace } from '../design/block-face.tsx'
import { DesignPage, blockStyle } from '../design/design-page.tsx'
import { useBlockName } from '../design/use-block-name.ts'
import { withBlock } from './place-block.ts'
import type { DesignEditor } from './use-design.ts'
import { useDrag } from './use-drag.ts'
import classes from './designer.module.css'

interface Props {
  editor: DesignEditor
  values: Readonly<Record<MergeField, string>>
  /** Address of the image of a block; null without one. */
  imageOf: (block: CertificateBlock) => string | null
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * The page with its blocks. A pointer selects, moves and resizes them; keys move the selected one. Screen readers read the
 * list of blocks instead, whose buttons do the same.
 */
export function Canvas({ editor, values, imageOf, onKeyDown }: Props) {
  const { t } = useTranslation('certificate-designer')
  const nameOf = useBlockName()
  const drag = useDrag(editor)
  const design = drag.block ? withBlock(editor.design, drag.block) : editor.design
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of the selected block
    <section
      className={classes.canvas}
      aria-label={t('canvas')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users move the selected block from here
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...drag.handlers}
    >
      <DesignPage design={design}>
        {(block) => (
          <span
            key={block.id}
            className={classes.block}
            data-block={block.id}
            data-selected={block.id === editor.selected?.id || undefined}
            aria-hidden="true"
            style={blockStyle(block, design)}
          >
            <BlockFace block={block} values={values} image={imageOf(block)} imageLabel={nameOf(block)} />
            {block.id === editor.selected?.id && <span className={classes.handle} data-resize="" />}
          </span>
        )}
      </DesignPage>
    </section>
  )
}
