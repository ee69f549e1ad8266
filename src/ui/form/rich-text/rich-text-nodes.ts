import { Extension, Mark, Node, type AnyExtension, type NodeConfig } from '@tiptap/react'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'

/**
 * Elements that the sanitiser allows and the starter kit lacks. Without them, the editor would drop them from a
 * text.
 */
export const richTextNodes: AnyExtension[] = [
  part('table', { group: 'block', content: 'tableRow+', isolating: true }, { tag: 'table', role: 'table' }),
  part('tableRow', { content: '(tableCell | tableHeader)*' }, { tag: 'tr', role: 'row' }),
  part('tableCell', { content: 'block+', isolating: true }, { tag: 'td', role: 'cell' }),
  part('tableHeader', { content: 'block+', isolating: true }, { tag: 'th', role: 'header_cell' }),
  tableKeys(),
  imageNode(),
  ...(['sub', 'sup', 'mark', 'kbd'] as const).map(mark),
]

type Role = 'table' | 'row' | 'cell' | 'header_cell'

function part(name: string, config: Partial<NodeConfig>, { tag, role }: { tag: string; role: Role }) {
  const isCell = role === 'cell' || role === 'header_cell'
  return Node.create({
    name,
    ...config,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) =>
      role === 'table' ? ['table', ['tbody', 0]] : [tag, isCell ? spans(HTMLAttributes) : {}, 0],
    // The table commands identify a node by its role.
    extendNodeSchema: (extension) => (extension.name === name ? { tableRole: role } : {}),
    ...(isCell && { addAttributes: cellAttributes }),
  })
}

/** A span of 1 is the default and is omitted. */
const spans = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, span]) => Number(span) > 1))

function cellAttributes() {
  const span = (name: string) => ({
    default: 1,
    parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
  })
  return { colspan: span('colspan'), rowspan: span('rowspan'), colwidth: { default: null, rendered: false } }
}

/** Tab moves to the next cell. */
function tableKeys() {
  return Extension.create({
    name: 'tableKeys',
    addKeyboardShortcuts() {
      const go = (direction: 1 | -1) => () =>
        goToNextCell(direction)(this.editor.state, this.editor.view.dispatch)
      return { Tab: go(1), 'Shift-Tab': go(-1) }
    },
    addProseMirrorPlugins: () => [tableEditing()],
  })
}

function imageNode() {
  const attribute = { default: null }
  return Node.create({
    name: 'picture',
    group: 'inline',
    inline: true,
    draggable: true,
    addAttributes: () => ({ src: attribute, alt: { default: '' }, width: attribute, height: attribute }),
    parseHTML: () => [{ tag: 'img[src]' }],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  })
}

function mark(tag: 'sub' | 'sup' | 'mark' | 'kbd') {
  return Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })
}
