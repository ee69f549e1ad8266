import { Extension, type Editor } from '@tiptap/react'
import { Fragment, type ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'

/** Names of the nodes whose children can move among each other. */
export const movableParents = ['doc', 'column', 'callout', 'bulletList', 'orderedList']

/** Depth of the block at the cursor that can move among its neighbours: a list item, or a block of a column. */
export function movableDepth($from: ResolvedPos) {
  for (let depth = $from.depth; depth > 0; depth--)
    if (movableParents.includes($from.node(depth - 1).type.name)) return depth
  return 0
}

/** Moves the block at the cursor up or down among its neighbours; returns whether it moved. */
export function moveBlock(editor: Editor, direction: -1 | 1): boolean {
  const { state, view } = editor
  const { selection } = state
  const isNode = selection instanceof NodeSelection
  const depth = isNode ? selection.$from.depth + 1 : movableDepth(selection.$from)
  if (depth === 0) return false
  const parent = selection.$from.node(depth - 1)
  const index = selection.$from.index(depth - 1)
  const other = parent.maybeChild(index + direction)
  const node = parent.child(index)
  if (!other || (isNode && node !== selection.node)) return false
  const start = selection.$from.posAtIndex(index, depth - 1)
  const from = direction === -1 ? start - other.nodeSize : start
  const to = from + node.nodeSize + other.nodeSize
  const pair = direction === -1 ? [node, other] : [other, node]
  const moved = start + (direction === -1 ? -other.nodeSize : other.nodeSize)
  const tr = state.tr.replaceWith(from, to, Fragment.from(pair))
  const offset = selection.from - start
  tr.setSelection(
    isNode
      ? NodeSelection.create(tr.doc, moved)
      : selection instanceof TextSelection
        ? TextSelection.create(
            tr.doc,
            moved + offset,
            Math.min(moved + offset + selection.to - selection.from, moved + node.nodeSize - 1),
          )
        : Selection.near(tr.doc.resolve(moved)),
  )
  view.dispatch(tr.scrollIntoView())
  return true
}

/** The block at the cursor with its position. */
function blockAt({ state }: Editor) {
  const { selection } = state
  if (selection instanceof NodeSelection) return { position: selection.from, node: selection.node }
  const depth = movableDepth(selection.$from)
  return depth ? { position: selection.$from.before(depth), node: selection.$from.node(depth) } : null
}

/** Inserts a copy behind the block at the cursor. */
export function duplicateBlock(editor: Editor) {
  const block = blockAt(editor)
  if (!block) return
  const { tr } = editor.state
  editor.view.dispatch(tr.insert(block.position + block.node.nodeSize, block.node).scrollIntoView())
}

/** Deletes the block at the cursor. */
export function deleteBlock(editor: Editor) {
  const block = blockAt(editor)
  if (!block) return
  const { tr } = editor.state
  editor.view.dispatch(tr.deleteRange(block.position, block.position + block.node.nodeSize))
}

/** Alt and an arrow key move the block at the cursor. */
export function blockMoves() {
  return Extension.create({
    name: 'blockMoves',
    addKeyboardShortcuts() {
      return {
        'Alt-ArrowUp': () => moveBlock(this.editor, -1) || true,
        'Alt-ArrowDown': () => moveBlock(this.editor, 1) || true,
      }
    },
  })
}
