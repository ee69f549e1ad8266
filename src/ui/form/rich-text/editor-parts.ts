import type { Editor as TextEditor } from '@tiptap/react'
import { useEffect } from 'react'
import type { ScreenTranslate } from '#ui/i18n/use-translation.ts'

export interface EditorProps {
  value: string
  onChange: (html: string) => void
  labelledBy: string
  describedBy?: string
  invalid?: boolean
  disabled?: boolean
  placeholder?: string
  name?: string
  minHeight: number
  simple?: boolean
}

/** Without the empty last line that the editor adds below a heading, a list or a table. */
export const written = (editor: TextEditor) =>
  editor.isEmpty ? '' : editor.getHTML().replace(/(?<!<\/p>)<p><\/p>$/, '')

/** Attributes of the element with the text. */
export function attributesOf({
  labelledBy,
  describedBy,
  invalid,
  name,
}: EditorProps): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(name && { name }),
  }
}

/** A value that the callbacks of an editor share, without rendering. */
export interface Box<T> {
  get: () => T
  set: (value: T) => void
}

/** Creates a box with a value. */
export function createBox<T>(value: T): Box<T> {
  let current = value
  return {
    get: () => current,
    set: (next) => {
      current = next
    },
  }
}

/** Shows values from outside. The editor already contains its own input, which `shown` holds. */
export function useOuterValue(
  editor: TextEditor | null,
  shown: Box<string | null>,
  { value, disabled = false }: Pick<EditorProps, 'value' | 'disabled'>,
) {
  useEffect(() => {
    if (!editor || value === shown.get() || value === editor.getHTML()) return
    if (value !== '' || !editor.isEmpty) editor.commands.setContent(value, { emitUpdate: false })
    shown.set(written(editor))
  }, [editor, shown, value])
  useEffect(() => {
    editor?.setEditable(!disabled)
  }, [editor, disabled])
}

/** Labels of the toolbar of Mantine. */
export const labelsFor = (t: ScreenTranslate<'ui', 'kit'>) => ({
  boldControlLabel: t('kit:editor.bold'),
  italicControlLabel: t('kit:editor.italic'),
  underlineControlLabel: t('kit:editor.underline'),
  strikeControlLabel: t('kit:editor.strike'),
  codeControlLabel: t('kit:editor.code'),
  h2ControlLabel: t('kit:editor.heading2'),
  h3ControlLabel: t('kit:editor.heading3'),
  bulletListControlLabel: t('kit:editor.bulletList'),
  orderedListControlLabel: t('kit:editor.orderedList'),
  blockquoteControlLabel: t('kit:editor.blockquote'),
  codeBlockControlLabel: t('kit:editor.codeBlock'),
  hrControlLabel: t('kit:editor.rule'),
  linkControlLabel: t('kit:editor.link'),
  unlinkControlLabel: t('kit:editor.unlink'),
  undoControlLabel: t('kit:editor.undo'),
  redoControlLabel: t('kit:editor.redo'),
  linkEditorInputLabel: t('kit:editor.linkAddress'),
  linkEditorInputPlaceholder: 'https://example.com/',
  linkEditorSave: t('actions.save'),
})
