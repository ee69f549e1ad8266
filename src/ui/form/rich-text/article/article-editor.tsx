import { Link, RichTextEditor as Editor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import Placeholder from '@tiptap/extension-placeholder'
import { useEditor, useEditorState, type Editor as TextEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNonce } from '#tenancy/client/frame.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { articleClass } from '#ui/components/article.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  attributesOf,
  createBox,
  labelsFor,
  useOuterValue,
  written,
  type EditorProps,
} from '../editor-parts.ts'
import { richTextNodes } from '../rich-text-nodes.ts'
import editorClasses from '../rich-text-editor.module.css'
import type { BlockTools } from './article-blocks.ts'
import { articleNodes, type ArticleTexts } from './article-nodes.ts'
import { ArticleToolbar } from './article-toolbar.tsx'
import { dragHandle } from './drag-handle.ts'
import { EmbedDialog } from './embed-dialog.tsx'
import { FindBar } from './find-bar.tsx'
import { findExtension } from './find-plugin.ts'
import { insertFiles, pasteAndDrop, type FileHandling } from './paste-and-drop.ts'
import { startUpload, withoutPendingUploads, type SendToArticle } from './pending-upload.ts'
import { SlashMenu, slashKeys, type MenuKeys } from './slash-menu.tsx'
import { useUploadErrorText } from './use-upload-error-text.ts'
import classes from './article-editor.module.css'

interface Props extends EditorProps {
  /** Uploads a file into the text. */
  send: SendToArticle
}

/** The editor of lessons. It writes only elements that the sanitiser of the server allows. */
export function ArticleEditor(props: Props) {
  const { t } = useTranslation(['ui', 'kit', 'article'])
  const handling = useFileHandling(props.send)
  const [keys] = useState<MenuKeys>(() => createBox<ReturnType<MenuKeys['get']>>(null))
  const editor = useArticleEditor(props, { handling, keys })
  const [isFinding, setFinding] = useState(false)
  const [asksForPage, setAsksForPage] = useState(false)
  const choose = useFileChooser(editor, handling.start)
  const tools: BlockTools = {
    choose,
    askForPage: () => setAsksForPage(true),
    titleOf: (tone) => t(`article:blocks.${tone}`),
  }
  return (
    <Editor
      editor={editor}
      className={`${editorClasses.editor ?? ''} ${classes.editor ?? ''}`}
      labels={labelsFor(t)}
      data-bad={props.invalid || undefined}
    >
      <ArticleToolbar tools={tools} onFind={() => setFinding((isOpen) => !isOpen)} />
      {editor && isFinding && (
        <FindBar
          editor={editor}
          onClose={() => {
            setFinding(false)
            editor.commands.focus()
          }}
        />
      )}
      <Editor.Content style={{ minHeight: props.minHeight }} />
      {editor && <WordCount editor={editor} />}
      {editor && <SlashMenu editor={editor} keys={keys} tools={tools} />}
      {editor && asksForPage && <EmbedDialog editor={editor} onClose={() => setAsksForPage(false)} />}
    </Editor>
  )
}

interface Extras {
  handling: FileHandling
  keys: MenuKeys
}

/** Without the files that are on their way, which have no address yet. */
const writtenArticle = (editor: TextEditor) => withoutPendingUploads(written(editor))

function useArticleEditor(props: Props, { handling, keys }: Extras) {
  const { t } = useTranslation(['ui', 'article'])
  const texts = useLatest(textsFor(t))
  const files = useLatest(handling)
  const [shown] = useState(() => createBox<string | null>(null))
  const attributes = attributesOf(props)
  const editor = useEditor({
    immediatelyRender: false,
    injectNonce: useNonce(),
    editable: !props.disabled,
    content: props.value,
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: false, undoRedo: { depth: 300 } }),
      Link.configure({ defaultProtocol: 'https', openOnClick: false }),
      Placeholder.configure({ placeholder: props.placeholder ?? t('article:slash.hint') }),
      ...richTextNodes,
      ...articleNodes(() => texts.current),
      dragHandle(() => texts.current.drag),
      findExtension(),
      slashKeys(keys),
      pasteAndDrop(() => files.current),
    ],
    editorProps: { attributes: { ...attributes, class: articleClass } },
    onCreate: ({ editor: current }) => {
      shown.set(writtenArticle(current))
    },
    onUpdate: ({ editor: current }) => {
      const html = writtenArticle(current)
      // The editor may normalise the HTML on display or click; only user input counts as a change.
      if (html === shown.get()) return
      shown.set(html)
      props.onChange(html)
    },
  })
  useOuterValue(editor, shown, props)
  return editor
}

function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

type Translate = ReturnType<typeof useTranslation<'ui', 'article'>>['t']

const textsFor = (t: Translate): ArticleTexts => ({
  caption: t('article:image.caption'),
  describe: t('article:image.describe'),
  missingImage: t('article:image.missing'),
  drag: t('article:block.drag'),
  formula: t('article:formula'),
  remove: t('article:upload.remove'),
  retry: t('article:upload.retry'),
  interrupted: t('article:upload.interrupted'),
  uploading: (name) => t('article:upload.uploading', { name }),
})

function useFileHandling(send: SendToArticle): FileHandling {
  const { t } = useTranslation(['ui', 'article'])
  const errorText = useUploadErrorText()
  return useMemo(
    () => ({
      start: (editor, file) => startUpload(editor, file, { send, errorText }),
      onLostImages: (count) => toast(t('article:upload.lost', { count }), 'error'),
    }),
    [send, errorText, t],
  )
}

const accepted = {
  image: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
  video: 'video/*,.mp4,.m4v,.webm,.mov,.ogv',
  audio: 'audio/*,.mp3,.m4a,.ogg,.opus,.wav,.flac,.aac',
  file: '',
}

/** Opens the file dialog of the browser. */
function useFileChooser(editor: TextEditor | null, start: FileHandling['start']): BlockTools['choose'] {
  return (kind, isGallery = false) => {
    if (!editor) return
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accepted[kind]
    input.multiple = true
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      insertFiles(editor, files, { start, isGallery: isGallery && files.length > 1 })
    })
    input.click()
  }
}

function WordCount({ editor }: { editor: TextEditor }) {
  const { t } = useTranslation(['ui', 'article'])
  const count = useEditorState({ editor, selector: ({ editor: now }) => wordsIn(now) })
  return (
    <div className={classes.foot}>
      <span>{t('article:words', { count })}</span>
    </div>
  )
}

const wordsIn = ({ state }: TextEditor) =>
  state.doc.textBetween(0, state.doc.content.size, ' ', ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)
    ?.length ?? 0
