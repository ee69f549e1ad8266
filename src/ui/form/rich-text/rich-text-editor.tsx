import { Link, RichTextEditor as Editor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import Placeholder from '@tiptap/extension-placeholder'
import { useEditor, type Editor as TextEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { useNonce } from '#tenancy/client/frame.tsx'
import { useTranslation, type ScreenTranslate } from '#ui/i18n/use-translation.ts'
import { richTextNodes } from './rich-text-nodes.ts'
import { TableControls } from './table-controls.tsx'
import classes from './rich-text-editor.module.css'

interface Props {
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

/** The editor. It writes only elements that the sanitiser of the server allows. */
export function RichTextEditor(props: Props) {
  const { value, onChange, placeholder, disabled = false } = props
  const { t } = useTranslation(['ui', 'kit'])
  const nonce = useNonce()
  const shown = useRef<string | null>(null)
  const editor = useEditor({
    immediatelyRender: false,
    injectNonce: nonce,
    editable: !disabled,
    content: value,
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: false }),
      Link.configure({ defaultProtocol: 'https', openOnClick: false }),
      Placeholder.configure({ placeholder: placeholder ?? '' }),
      ...richTextNodes,
    ],
    editorProps: { attributes: attributesOf(props) },
    onCreate: ({ editor: current }) => {
      shown.current = written(current)
    },
    onUpdate: ({ editor: current }) => {
      const html = written(current)
      // The editor may normalise the HTML on display or click; only user input counts as a change.
      if (html === shown.current) return
      shown.current = html
      onChange(html)
    },
  })
  useEffect(() => {
    // Applies only values from outside; the editor already contains its own input.
    if (!editor || value === shown.current || value === editor.getHTML()) return
    if (value !== '' || !editor.isEmpty) editor.commands.setContent(value, { emitUpdate: false })
    shown.current = written(editor)
  }, [editor, value])
  useEffect(() => {
    editor?.setEditable(!disabled)
  }, [editor, disabled])
  return (
    <Editor
      editor={editor}
      className={classes.editor ?? ''}
      labels={labelsFor(t)}
      data-bad={props.invalid || undefined}
    >
      {props.simple ? <SimpleToolbar /> : <Toolbar />}
      <Editor.Content style={{ minHeight: props.minHeight }} />
    </Editor>
  )
}

/** Without the empty last line that the editor adds below a heading, a list or a table. */
const written = (editor: TextEditor) =>
  editor.isEmpty ? '' : editor.getHTML().replace(/(?<!<\/p>)<p><\/p>$/, '')

function attributesOf({ labelledBy, describedBy, invalid, name }: Props): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(name && { name }),
  }
}

function Toolbar() {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <Editor.Toolbar role="toolbar" aria-label={t('kit:editor.label')} sticky stickyOffset="3.75rem">
      <Editor.ControlsGroup>
        <Editor.H2 />
        <Editor.H3 />
        <Editor.Bold />
        <Editor.Italic />
        <Editor.Underline />
        <Editor.Strikethrough />
        <Editor.Code />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.BulletList />
        <Editor.OrderedList />
        <Editor.Blockquote />
        <Editor.CodeBlock />
        <Editor.Hr />
      </Editor.ControlsGroup>
      <Editor.ControlsGroup>
        <Editor.Link />
        <Editor.Unlink />
      </Editor.ControlsGroup>
      <TableControls />
      <Editor.ControlsGroup>
        <Editor.Undo />
        <Editor.Redo />
      </Editor.ControlsGroup>
    </Editor.Toolbar>
  )
}

function SimpleToolbar() {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <Editor.Toolbar role="toolbar" aria-label={t('kit:editor.label')}>
      <Editor.ControlsGroup>
        <Editor.Bold />
        <Editor.Italic />
        <Editor.BulletList />
        <Editor.OrderedList />
        <Editor.Link />
      </Editor.ControlsGroup>
    </Editor.Toolbar>
  )
}

const labelsFor = (t: ScreenTranslate<'ui', 'kit'>) => ({
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
