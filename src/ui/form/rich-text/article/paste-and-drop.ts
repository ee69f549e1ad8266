import { Extension, type Editor } from '@tiptap/react'
import { Plugin } from '@tiptap/pm/state'
import { cleanPastedHtml } from './pasted-html.ts'

export interface FileHandling {
  /** Begins to upload a file and returns the key of the node that waits for it. */
  start: (editor: Editor, file: File) => string
  /** Tells the author that images of other sites were not taken. */
  onLostImages: (count: number) => void
}

interface Target extends Pick<FileHandling, 'start'> {
  /** Default: behind the selection. */
  position?: number | undefined
  isGallery?: boolean
}

/** Inserts files, which are uploaded meanwhile. */
export function insertFiles(
  editor: Editor,
  files: readonly File[],
  { start, position, isGallery = false }: Target,
) {
  const nodes = files.map((file) => ({ type: 'pendingUpload', attrs: { key: start(editor, file) } }))
  const at = position ?? editor.state.selection.to
  const content = isGallery ? { type: 'gallery', content: nodes } : nodes
  editor.chain().focus().insertContentAt(at, content).run()
}

/** Word and spreadsheets add an image of their text, which is not wanted. */
function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  const html = clipboardData?.getData('text/html') ?? ''
  const hasText = html.replace(/<[^<>]*>/g, '').trim() !== ''
  return hasText ? [] : [...(clipboardData?.files ?? [])]
}

/** Takes pasted and dropped files, and cleans pasted HTML. */
export function pasteAndDrop(handling: () => FileHandling) {
  return Extension.create({
    name: 'pasteAndDrop',
    addProseMirrorPlugins() {
      const { editor } = this
      let waiting = new Map<string, File>()
      return [
        new Plugin({
          props: {
            handlePaste: (_view, event) => {
              const files = pastedFiles(event)
              if (files.length) insertFiles(editor, files, handling())
              return files.length > 0
            },
            handleDOMEvents: {
              drop(view, event) {
                const files = [...(event.dataTransfer?.files ?? [])]
                if (view.dragging || files.length === 0) return false
                event.preventDefault()
                const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
                insertFiles(editor, files, { ...handling(), position })
                return true
              },
            },
            transformPastedHTML(html) {
              const { html: cleaned, files, lostImages } = cleanPastedHtml(html)
              waiting = new Map(files.map(({ file, marker }) => [marker, file]))
              if (lostImages > 0) handling().onLostImages(lostImages)
              let ready = cleaned
              for (const [marker, file] of waiting)
                ready = ready.replace(marker, handling().start(editor, file))
              return ready
            },
          },
        }),
      ]
    },
  })
}
