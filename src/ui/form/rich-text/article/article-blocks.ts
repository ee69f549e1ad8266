import type { Editor } from '@tiptap/react'
import {
  IconAlertTriangle,
  IconBlockquote,
  IconBulb,
  IconCode,
  IconColumns2,
  IconColumns3,
  IconFile,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconLayoutGrid,
  IconList,
  IconListNumbers,
  IconMath,
  IconMathFunction,
  IconMinus,
  IconMusic,
  IconPhoto,
  IconTable,
  IconVideo,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import { insertTable } from '../table-controls.tsx'
import type { FileKind } from './pending-upload.ts'

export type BlockName = keyof typeof blocks

/** What a block needs beside the editor. */
export interface BlockTools {
  /** Lets the author choose files. */
  choose: (kind: FileKind, isGallery?: boolean) => void
  askForPage: () => void
  /** First words of a note, in the author's language. */
  titleOf: (tone: Tone) => string
}

type Tone = 'info' | 'tip' | 'warning'

interface Block {
  icon: TablerIcon
  insert: (editor: Editor, tools: BlockTools) => void
}

const paragraph = { type: 'paragraph' }
const columns = (count: number) => ({
  type: 'columns',
  attrs: { count: String(count) },
  content: Array.from({ length: count }, () => ({ type: 'column', content: [paragraph] })),
})

/** Inserts a block and puts the cursor into its first text. */
function insertInto(editor: Editor, content: object, depth: number) {
  const { $from } = editor.state.selection
  const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0
  const start = isEmpty ? $from.before() : $from.after($from.depth)
  const range = isEmpty ? { from: start, to: $from.after() } : start
  editor
    .chain()
    .focus()
    .insertContentAt(range, content)
    .setTextSelection(start + depth)
    .run()
}

const note =
  (tone: Tone): Block['insert'] =>
  (editor, { titleOf }) => {
    const title = titleOf(tone)
    insertInto(
      editor,
      {
        type: 'callout',
        attrs: { tone },
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: title, marks: [{ type: 'bold' }] }] },
          paragraph,
        ],
      },
      title.length + 4,
    )
  }

/** Blocks of the slash menu and the insert menu, in their order. */
export const blocks = {
  heading2: { icon: IconH2, insert: (editor) => editor.chain().focus().setHeading({ level: 2 }).run() },
  heading3: { icon: IconH3, insert: (editor) => editor.chain().focus().setHeading({ level: 3 }).run() },
  bulletList: { icon: IconList, insert: (editor) => editor.chain().focus().toggleBulletList().run() },
  orderedList: {
    icon: IconListNumbers,
    insert: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  image: { icon: IconPhoto, insert: (_editor, { choose }) => choose('image') },
  gallery: { icon: IconLayoutGrid, insert: (_editor, { choose }) => choose('image', true) },
  video: { icon: IconVideo, insert: (_editor, { choose }) => choose('video') },
  audio: { icon: IconMusic, insert: (_editor, { choose }) => choose('audio') },
  file: { icon: IconFile, insert: (_editor, { choose }) => choose('file') },
  embed: { icon: IconWorld, insert: (_editor, { askForPage }) => askForPage() },
  info: { icon: IconInfoCircle, insert: note('info') },
  tip: { icon: IconBulb, insert: note('tip') },
  warning: { icon: IconAlertTriangle, insert: note('warning') },
  columns2: { icon: IconColumns2, insert: (editor) => insertInto(editor, columns(2), 3) },
  columns3: { icon: IconColumns3, insert: (editor) => insertInto(editor, columns(3), 3) },
  table: { icon: IconTable, insert: (editor) => insertTable(editor) },
  quote: { icon: IconBlockquote, insert: (editor) => editor.chain().focus().toggleBlockquote().run() },
  rule: { icon: IconMinus, insert: (editor) => editor.chain().focus().setHorizontalRule().run() },
  code: { icon: IconCode, insert: (editor) => editor.chain().focus().setCodeBlock().run() },
  formula: {
    icon: IconMath,
    insert: (editor) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'formula', attrs: { tex: '' } })
        .run(),
  },
  formulaBlock: {
    icon: IconMathFunction,
    insert: (editor) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'formulaBlock', attrs: { tex: '' } })
        .run(),
  },
} satisfies Record<string, Block>

export const blockNames = Object.keys(blocks) as BlockName[]
