import { RichTextEditor as Editor, useRichTextEditorContext } from '@mantine/tiptap'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableOff,
  IconTablePlus,
} from '@tabler/icons-react'
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  findTable,
  isInTable,
} from '@tiptap/pm/tables'
import { useEditorState, type Editor as TiptapEditor } from '@tiptap/react'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] }
const heading = { type: 'tableHeader', content: [{ type: 'paragraph' }] }
const row = (kind: typeof cell) => ({ type: 'tableRow', content: [kind, kind, kind] })
const emptyTable = { type: 'table', content: [row(heading), row(cell), row(cell)] }

/** Inserts a table; within a table, changes its rows and columns. */
export function TableControls() {
  const { t } = useTranslation(['ui', 'kit'])
  const { editor } = useRichTextEditorContext()
  const isTableSelected = useEditorState({
    editor,
    selector: ({ editor: now }) => now !== null && isInTable(now.state),
  })
  const run = (command: Command) => () => {
    if (editor) command(editor.state, editor.view.dispatch)
    editor?.commands.focus()
  }
  if (!isTableSelected)
    return (
      <Editor.ControlsGroup>
        <Control
          label={t('kit:editor.table')}
          icon={IconTablePlus}
          onClick={() => editor && insertTable(editor)}
        />
      </Editor.ControlsGroup>
    )
  return (
    <Editor.ControlsGroup>
      <Control label={t('kit:editor.addRow')} icon={IconRowInsertBottom} onClick={run(addRowAfter)} />
      <Control label={t('kit:editor.addColumn')} icon={IconColumnInsertRight} onClick={run(addColumnAfter)} />
      <Control label={t('kit:editor.removeRow')} icon={IconRowRemove} onClick={run(deleteRow)} />
      <Control label={t('kit:editor.removeColumn')} icon={IconColumnRemove} onClick={run(deleteColumn)} />
      <Control label={t('kit:editor.removeTable')} icon={IconTableOff} onClick={run(deleteTable)} />
    </Editor.ControlsGroup>
  )
}

/** Moves the cursor to the first cell; it would stay in the last one. */
export function insertTable(editor: TiptapEditor) {
  editor.chain().focus().insertContent(emptyTable).run()
  const table = findTable(editor.state.selection.$from)
  // Position within the row, the cell and its paragraph.
  if (table) editor.commands.setTextSelection(table.start + 3)
}

interface ControlProps {
  label: string
  icon: typeof IconTablePlus
  onClick: () => void
}

function Control({ label, icon: Icon, onClick }: ControlProps) {
  return (
    <Editor.Control aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} stroke={1.5} aria-hidden />
    </Editor.Control>
  )
}
