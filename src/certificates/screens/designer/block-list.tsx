import { Badge, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { CertificateBlock } from '#lib/certificates/index.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useBlockName } from '../design/use-block-name.ts'
import type { DesignEditor } from './use-design.ts'
import classes from './designer.module.css'

interface Props {
  editor: DesignEditor
  /** Ids of blocks whose text does not fit. */
  overfull: readonly string[]
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** All blocks in their order; arrow keys move the selected one on the page. */
export function BlockList({ editor, overfull, onKeyDown }: Props) {
  const { t } = useTranslation('certificate-designer')
  return (
    <div>
      <ul className={classes.blocks} aria-label={t('blocks')}>
        {editor.design.blocks.map((block) => (
          <li key={block.id}>
            <BlockButton
              block={block}
              editor={editor}
              isOverfull={overfull.includes(block.id)}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ul>
      {editor.selected && <OrderButtons block={editor.selected} editor={editor} />}
    </div>
  )
}

interface ButtonProps extends Pick<Props, 'editor' | 'onKeyDown'> {
  block: CertificateBlock
  isOverfull: boolean
}

function BlockButton({ block, editor, isOverfull, onKeyDown }: ButtonProps) {
  const { t } = useTranslation('certificate-designer')
  const nameOf = useBlockName()
  const isSelected = editor.selected?.id === block.id
  return (
    <button
      type="button"
      className={classes.blockButton}
      aria-pressed={isSelected}
      onClick={() => editor.select(block.id)}
      onKeyDown={(event) => isSelected && onKeyDown(event)}
    >
      <span dir="auto">{nameOf(block)}</span>
      {isOverfull && (
        <Badge color="warning" variant="light" tt="none">
          {t('doesNotFit')}
        </Badge>
      )}
    </button>
  )
}

function OrderButtons({ block, editor }: { block: CertificateBlock; editor: DesignEditor }) {
  const { t } = useTranslation('certificate-designer')
  const nameOf = useBlockName()
  const name = nameOf(block)
  const at = editor.design.blocks.indexOf(block)
  return (
    <Group gap={4} mt="xs">
      <IconButton
        label={t('earlier', { name })}
        variant="default"
        size={44}
        disabled={at === 0}
        onClick={() => editor.reorder(-1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('later', { name })}
        variant="default"
        size={44}
        disabled={at === editor.design.blocks.length - 1}
        onClick={() => editor.reorder(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('remove', { name })}
        variant="default"
        color="error"
        size={44}
        onClick={editor.remove}
      >
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}
