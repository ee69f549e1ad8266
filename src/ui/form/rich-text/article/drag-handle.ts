import { Extension } from '@tiptap/react'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { movableDepth, movableParents } from './block-moves.ts'

/** Width of the handle in pixels, and its distance from the block. */
const width = 20
const gap = 2

/**
 * A handle beside the block under the pointer, which drags the block. The keyboard moves blocks with Alt and an arrow
 * key, and touch screens with the menu of the toolbar, so the handle is hidden from screen readers.
 */
export function dragHandle(label: () => string) {
  return Extension.create({
    name: 'dragHandle',
    addProseMirrorPlugins: () => [new Plugin({ view: (view) => new HandleView(view, label()) })],
  })
}

class HandleView {
  private readonly view: EditorView
  private readonly handle = document.createElement('div')
  private readonly listeners = new AbortController()
  /** Position of the block beside which the handle is shown. */
  private position: number | null = null

  constructor(view: EditorView, label: string) {
    this.view = view
    const { handle } = this
    handle.dataset.dragHandle = ''
    handle.draggable = true
    handle.hidden = true
    handle.title = label
    handle.setAttribute('aria-hidden', 'true')
    // The element of the text gets its parent after the plugins.
    const box = () => view.dom.parentElement
    const { signal } = this.listeners
    handle.addEventListener('dragstart', (event) => this.startDrag(event), { signal })
    handle.addEventListener('dragend', () => this.endDrag(), { signal })
    handle.addEventListener('click', () => this.select(), { signal })
    document.addEventListener(
      'mousemove',
      (event) => {
        const parent = box()
        const target = event.target as Node
        if (!parent?.contains(target)) this.hide()
        else if (!handle.contains(target) && view.editable && event.buttons === 0) this.showAt(event)
      },
      { signal, passive: true },
    )
  }

  update(view: EditorView, previous: { doc: unknown }) {
    if (view.state.doc !== previous.doc) this.hide()
  }

  destroy() {
    this.listeners.abort()
    this.handle.remove()
  }

  private hide() {
    this.handle.hidden = true
    this.position = null
  }

  private showAt({ clientX, clientY }: MouseEvent) {
    const { view, handle } = this
    const position = blockUnder(view, clientX, clientY)
    const block = position === null ? null : view.nodeDOM(position)
    const parent = view.dom.parentElement
    if (!(block instanceof HTMLElement) || !parent) {
      this.hide()
      return
    }
    if (handle.parentElement !== parent) parent.append(handle)
    this.position = position
    handle.hidden = false
    const box = parent.getBoundingClientRect()
    const area = block.getBoundingClientRect()
    const line = Math.min(area.height, Number.parseFloat(getComputedStyle(block).lineHeight) || 24)
    const isRtl = getComputedStyle(view.dom).direction === 'rtl'
    handle.style.top = `${area.top - box.top + parent.scrollTop + Math.max(0, line / 2 - 12)}px`
    handle.style.left = `${(isRtl ? area.right + gap : area.left - width - gap) - box.left}px`
  }

  private startDrag(event: DragEvent) {
    const { view, position } = this
    const block = position === null ? null : view.nodeDOM(position)
    if (position === null || !(block instanceof HTMLElement) || !event.dataTransfer) {
      event.preventDefault()
      return
    }
    const node = NodeSelection.create(view.state.doc, position)
    const slice = node.content()
    const { dom, text } = view.serializeForClipboard(slice)
    event.dataTransfer.clearData()
    event.dataTransfer.setData('text/html', dom.innerHTML)
    event.dataTransfer.setData('text/plain', text)
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setDragImage(block, 0, 0)
    // ProseMirror moves this slice when the block is dropped; `node` is not part of its public type.
    const dragging = { slice, move: true, node }
    view.dragging = dragging
    block.dataset.dragged = ''
  }

  private endDrag() {
    for (const block of this.view.dom.querySelectorAll<HTMLElement>('[data-dragged]'))
      delete block.dataset.dragged
    this.view.dragging = null
    this.hide()
  }

  /** A click selects the block, so that the menu of the toolbar acts on it. */
  private select() {
    const { view, position } = this
    if (position === null) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)))
    view.focus()
  }
}

/** Position of the movable block at a point. Beside the text that is the outermost block of the line. */
function blockUnder(view: EditorView, x: number, y: number): number | null {
  const box = view.dom.getBoundingClientRect()
  const style = getComputedStyle(view.dom)
  const left = box.left + Number.parseFloat(style.paddingLeft) + 2
  const right = box.right - Number.parseFloat(style.paddingRight) - 2
  const found = view.posAtCoords({ left: Math.min(Math.max(x, left), right), top: y })
  if (!found) return null
  const $position = view.state.doc.resolve(found.inside < 0 ? found.pos : found.inside)
  if (found.inside >= 0 && movableParents.includes($position.parent.type.name)) return found.inside
  const depth = movableDepth($position)
  return depth === 0 ? null : $position.before(depth)
}
