import { Node, type Editor, type NodeViewRenderer } from '@tiptap/react'
import { uploadCancelled, type UploadedFile } from '#tenancy/client/uploads/upload.ts'
import type { ArticleTexts } from './article-nodes.ts'
import { fileAddress } from './file-links.ts'

/** Uploads a file of an article. Resolves with the content that shows it. */
export type SendToArticle = (
  file: File,
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<UploadedFile & { kind: FileKind; width?: number | null; height?: number | null }>

export type FileKind = 'image' | 'video' | 'audio' | 'file'

interface Upload {
  file: File
  sent: number
  /** What happened and what to do, for the author. */
  error: string | null
  cancel: () => void
  retry: () => void
  listener: () => void
}

/** Uploads under way in this page, by the key of their node. */
const uploads = new Map<string, Upload>()

/** A file that is on its way. The stored text does not contain it. */
export function pendingUploadNode(texts: () => ArticleTexts) {
  return Node.create({
    name: 'pendingUpload',
    group: 'block',
    atom: true,
    addAttributes: () => ({ key: { default: '' } }),
    parseHTML: () => [
      {
        tag: 'figure[data-pending]',
        priority: 70,
        getAttrs: (element) => ({ key: element.dataset.pending ?? '' }),
      },
    ],
    renderHTML: ({ node }) => ['figure', { 'data-pending': node.attrs.key as string }],
    addNodeView: () => pendingView(texts),
  })
}

/** Removes the files that are on their way from the written text. */
export const withoutPendingUploads = (html: string) =>
  html
    .replace(/<figure data-pending="[^"]*"><\/figure>/g, '')
    .replaceAll('<div data-block="gallery"></div>', '')

const pendingView =
  (texts: () => ArticleTexts): NodeViewRenderer =>
  ({ node, editor, getPos }) => {
    const words = texts()
    const upload = uploads.get(node.attrs.key as string)
    const dom = document.createElement('figure')
    dom.dataset.pending = node.attrs.key as string
    dom.contentEditable = 'false'
    const status = document.createElement('span')
    status.setAttribute('role', 'status')
    const bar = document.createElement('progress')
    bar.max = 100
    const button = (label: string, run: () => void) => {
      const made = document.createElement('button')
      made.type = 'button'
      made.textContent = label
      made.addEventListener('click', run)
      return made
    }
    const retry = button(words.retry, () => upload?.retry())
    const remove = button(words.remove, () => {
      upload?.cancel()
      const position = getPos()
      if (position !== undefined) editor.view.dispatch(editor.state.tr.deleteRange(position, position + 1))
      editor.commands.focus()
    })
    const show = () => {
      const isRunning = upload !== undefined && upload.error === null
      bar.hidden = !isRunning
      retry.hidden = upload === undefined || isRunning
      dom.toggleAttribute('data-failed', !isRunning)
      status.textContent = isRunning
        ? words.uploading(upload.file.name)
        : (upload?.error ?? words.interrupted)
      if (isRunning) bar.value = Math.round((upload.sent / Math.max(1, upload.file.size)) * 100)
      bar.setAttribute('aria-label', status.textContent)
    }
    if (upload) upload.listener = show
    show()
    dom.append(status, bar, retry, remove)
    return {
      dom,
      ignoreMutation: () => true,
      stopEvent: (event) => event.target instanceof HTMLButtonElement,
    }
  }

interface Sending {
  send: SendToArticle
  /** Text for an error. */
  errorText: (error: unknown, file: File) => string
}

/** Announces a file for the node with the returned key, and begins to upload it. */
export function startUpload(editor: Editor, file: File, { send, errorText }: Sending): string {
  const key = crypto.randomUUID()
  let controller = new AbortController()
  const upload: Upload = {
    file,
    sent: 0,
    error: null,
    cancel: () => controller.abort(uploadCancelled),
    retry: () => void run(),
    listener: () => undefined,
  }
  async function run() {
    controller = new AbortController()
    upload.error = null
    upload.listener()
    try {
      const onProgress = (sent: number) => {
        upload.sent = sent
        upload.listener()
      }
      const sent = await send(file, { signal: controller.signal, onProgress })
      replacePending(editor, key, contentFor(sent, file))
      uploads.delete(key)
    } catch (error) {
      if (controller.signal.aborted) return
      upload.error = errorText(error, file)
      upload.listener()
    }
  }
  uploads.set(key, upload)
  void run()
  return key
}

type Sent = Awaited<ReturnType<SendToArticle>>

function contentFor({ kind, upload_id, url, width, height, size }: Sent, file: File) {
  const src = fileAddress(url) ?? `/media/private/${upload_id}`
  if (kind === 'image') return { type: 'image', attrs: { src, pixelWidth: width, pixelHeight: height } }
  if (kind !== 'file') return { type: kind, attrs: { src } }
  const megabytes = size / 1_000_000
  const shown = megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(size / 1000))} kB`
  return { type: 'file', attrs: { src, label: `${file.name} (${shown})` } }
}

/** Replaces the node of an upload. Undoing does not bring it back. */
function replacePending(editor: Editor, key: string, content: object) {
  if (editor.isDestroyed) return
  const { state, view } = editor
  state.doc.descendants((node, position) => {
    if (node.type.name !== 'pendingUpload' || node.attrs.key !== key) return true
    const made = state.schema.nodeFromJSON(content)
    view.dispatch(state.tr.replaceWith(position, position + 1, made).setMeta('addToHistory', false))
    return false
  })
}
