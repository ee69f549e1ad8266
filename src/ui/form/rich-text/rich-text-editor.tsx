import { Link, RichTextEditor as Editor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import Placeholder from '@tiptap/extension-placeholder'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useState } from 'react'
import { useNonce } from '#tenancy/client/frame.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  attributesOf,
  createBox,
  labelsFor,
  useOuterValue,
  written,
  type EditorProps,
} from './editor-parts.ts'
import { richTextNodes } from './rich-text-nodes.ts'
import { TableControls } from './table-controls.tsx'
import classes from './rich-text-editor.module.css'

/** The editor. It writes only elements that the sanitiser of the server allows. */
export function RichTextEditor(props: EditorProps) {
  const { value, onChange, placeholder, disabled = false } = props
  const { t } = useTranslation(['ui', 'kit'])
  const nonce = useNonce()
  const [shown] = useState(() => createBox<string | null>(null))
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
      shown.set(written(current))
    },
    onUpdate: ({ editor: current }) => {
      const html = written(current)
      // The editor may normalise the HTML on display or click; only user input counts as a change.
      if (html === shown.get()) return
      shown.set(html)
      onChange(html)
    },
  })
  useOuterValue(editor, shown, props)
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
