import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { blockKinds, maxBlocks } from './new-block.ts'
import type { DesignEditor } from './use-design.ts'
import classes from './designer.module.css'

const ReadyMadeDialog = lazy(() => import('./ready-made-dialog.tsx'))

interface Props {
  editor: DesignEditor
}

/** Adds blocks, starts again from a ready-made design, undoes and redoes. */
export function DesignTools({ editor }: Props) {
  const { t } = useTranslation('certificate-designer')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('tools')}>
      <AddMenu editor={editor} />
      <Button variant="default" onClick={() => setChoosing(true)}>
        {t('readyMade.open')}
      </Button>
      <IconButton
        label={t('undo')}
        variant="default"
        size={44}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <IconArrowBackUp size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('redo')}
        variant="default"
        size={44}
        disabled={!editor.canRedo}
        onClick={editor.redo}
      >
        <IconArrowForwardUp size={20} aria-hidden />
      </IconButton>
      <Suspense>
        {isChoosing && <ReadyMadeDialog editor={editor} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  )
}

function AddMenu({ editor }: Props) {
  const { t } = useTranslation('certificate-designer')
  return (
    <Menu position="bottom-start" shadow="md" portalProps={{ target: '#main' }}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={editor.design.blocks.length >= maxBlocks}
        >
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {blockKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => editor.add(kind, t('newText'))}>
            {t(`kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
