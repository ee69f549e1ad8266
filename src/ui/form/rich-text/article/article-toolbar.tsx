import { ActionIcon, Menu, NativeSelect, Popover, TextInput } from '@mantine/core'
import { RichTextEditor as Editor, useRichTextEditorContext } from '@mantine/tiptap'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useEditorState, type Editor as TextEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { codeLanguageNames } from '#lib/code-languages/code-language-names.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { TableControls } from '../table-controls.tsx'
import { blockNames, blocks, type BlockTools } from './article-blocks.ts'
import { describeEvent } from './figure-views.ts'
import { deleteBlock, duplicateBlock, moveBlock } from './block-moves.ts'
import classes from './article-editor.module.css'

interface Props {
  tools: BlockTools
  onFind: () => void
}

/** Formats of the text, blocks to insert, and the settings of the block at the cursor. */
export function ArticleToolbar({ tools, onFind }: Props) {
  const { t } = useTranslation(['ui', 'kit', 'article'])
  const { editor } = useRichTextEditorContext()
  return (
    <Editor.Toolbar role="toolbar" aria-label={t('kit:editor.label')} sticky stickyOffset="3.75rem">
      {editor && <InsertMenu editor={editor} tools={tools} />}
      <Editor.ControlsGroup>
        <Editor.H2 />
        <Editor.H3 />
        <Editor.Bold />
        <Editor.Italic />
        <Editor.Underline />
        <Editor.Code />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.BulletList />
        <Editor.OrderedList />
        <Editor.Blockquote />
        <Editor.CodeBlock />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.Link />
        <Editor.Unlink />
      </Editor.ControlsGroup>
      <TableControls />
      <Editor.ControlsGroup>
        <Editor.Undo />
        <Editor.Redo />
        <Editor.Control aria-label={t('article:find.open')} title={t('article:find.open')} onClick={onFind}>
          <IconSearch size={16} stroke={1.5} aria-hidden />
        </Editor.Control>
      </Editor.ControlsGroup>
      {editor && <BlockMenu editor={editor} />}
      {editor && <BlockSettings editor={editor} />}
    </Editor.Toolbar>
  )
}

function InsertMenu({ editor, tools }: { editor: TextEditor; tools: BlockTools }) {
  const { t } = useTranslation(['ui', 'article'])
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button variant="light" size="compact-md" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('article:insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {blockNames.map((name) => {
          const { icon: Icon, insert } = blocks[name]
          return (
            <Menu.Item
              key={name}
              leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
              onClick={() => insert(editor, tools)}
            >
              {t(`article:blocks.${name}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Moves, duplicates or deletes the block at the cursor. */
function BlockMenu({ editor }: { editor: TextEditor }) {
  const { t } = useTranslation(['ui', 'article'])
  const actions = [
    { key: 'up', icon: IconArrowUp, run: () => moveBlock(editor, -1), hint: 'Alt ↑' },
    { key: 'down', icon: IconArrowDown, run: () => moveBlock(editor, 1), hint: 'Alt ↓' },
    { key: 'duplicate', icon: IconCopy, run: () => duplicateBlock(editor), hint: '' },
    { key: 'remove', icon: IconTrash, run: () => deleteBlock(editor), hint: '' },
  ] as const
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          aria-label={t('article:block.menu')}
          className={classes.blockMenu ?? ''}
        >
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, icon: Icon, run, hint }) => (
          <Menu.Item
            key={key}
            leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
            rightSection={hint && <kbd className={classes.key}>{hint}</kbd>}
            onClick={() => {
              run()
              editor.commands.focus()
            }}
          >
            {t(`article:block.${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Settings of the image, code or note at the cursor. */
function BlockSettings({ editor }: { editor: TextEditor }) {
  const { t } = useTranslation(['ui', 'article'])
  const at = useEditorState({ editor, selector: ({ editor: now }) => settingsAt(now) })
  if (at.kind === 'image') return <ImageSettings editor={editor} attributes={at.attributes} />
  if (at.kind === 'codeBlock')
    return (
      <NativeSelect
        size="xs"
        aria-label={t('article:code.language')}
        value={at.attributes.language ?? ''}
        onChange={(event) =>
          editor.commands.updateAttributes('codeBlock', { language: event.currentTarget.value || null })
        }
        data={[
          { value: '', label: t('article:code.plain') },
          ...Object.entries(codeLanguageNames).map(([value, label]) => ({ value, label })),
        ]}
      />
    )
  if (at.kind === 'callout')
    return (
      <NativeSelect
        size="xs"
        aria-label={t('article:tone')}
        value={at.attributes.tone ?? 'info'}
        onChange={(event) => editor.commands.updateAttributes('callout', { tone: event.currentTarget.value })}
        data={(['info', 'tip', 'warning'] as const).map((value) => ({
          value,
          label: t(`article:blocks.${value}`),
        }))}
      />
    )
  return null
}

function settingsAt(editor: TextEditor) {
  const kind = (['image', 'codeBlock', 'callout'] as const).find((name) => editor.isActive(name)) ?? null
  const attributes: Record<string, string | null> = kind ? editor.getAttributes(kind) : {}
  return { kind, attributes }
}

interface ImageProps {
  editor: TextEditor
  attributes: Record<string, string | null>
}

function ImageSettings({ editor, attributes }: ImageProps) {
  const { t } = useTranslation(['ui', 'article'])
  const set = (values: object) => editor.commands.updateAttributes('image', values)
  return (
    <>
      <ImageDescription editor={editor} attributes={attributes} />
      <NativeSelect
        size="xs"
        aria-label={t('article:image.width')}
        value={attributes.width ?? ''}
        onChange={(event) => set({ width: event.currentTarget.value || null })}
        data={[
          { value: '', label: t('article:image.width') },
          ...['25', '50', '75'].map((value) => ({ value, label: `${value} %` })),
          { value: '100', label: t('article:image.full') },
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('article:image.align')}
        value={attributes.align ?? 'center'}
        onChange={(event) => set({ align: event.currentTarget.value })}
        data={(['start', 'center', 'end'] as const).map((value) => ({
          value,
          label: t(`article:image.${value}`),
        }))}
      />
    </>
  )
}

function ImageDescription({ editor, attributes }: ImageProps) {
  const { t } = useTranslation(['ui', 'article'])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    const { dom } = editor.view
    dom.addEventListener(describeEvent, open)
    return () => dom.removeEventListener(describeEvent, open)
  }, [editor])
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus width={300} position="bottom-start">
      <Popover.Target>
        <Button variant="default" size="compact-sm" onClick={() => setOpen((opened) => !opened)}>
          {t('article:image.description')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={t('article:image.description')}
          description={t('article:image.descriptionHint')}
          maxLength={500}
          data-autofocus
          value={attributes.alt ?? ''}
          onChange={(event) => editor.commands.updateAttributes('image', { alt: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            setOpen(false)
            editor.commands.focus()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
