import { Extension } from '@tiptap/react'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { ElementContent, Root } from 'hast'
import { createLowlight } from 'lowlight'
import { codeLanguages } from '#lib/code-languages/code-languages.ts'

const lowlight = createLowlight(codeLanguages)
const key = new PluginKey<DecorationSet>('codeHighlighting')

/** Longer code stays without colours while it is written, so that typing is not slowed down. */
const maxLength = 10_000

/** Colours the code of code blocks like the server does for readers. */
export function codeHighlighting() {
  return Extension.create({
    name: 'codeHighlighting',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_config, { doc }) => decorationsOf(doc),
          apply: (tr, set) => (tr.docChanged ? decorationsOf(tr.doc) : set),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ],
  })
}

/** Coloured parts of each code block, by node: an unchanged block is not read again. */
const cachedParts = new WeakMap<ProseMirrorNode, Part[]>()

function decorationsOf(doc: ProseMirrorNode) {
  const decorations: Decoration[] = []
  doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock') return true
    let parts = cachedParts.get(node)
    if (!parts) cachedParts.set(node, (parts = partsOf(node)))
    for (const { from, to, names } of parts)
      decorations.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: names }))
    return false
  })
  return DecorationSet.create(doc, decorations)
}

interface Part {
  from: number
  to: number
  names: string
}

function partsOf({ attrs, textContent }: ProseMirrorNode): Part[] {
  const language = attrs.language as string | null
  if (!language || !lowlight.registered(language) || textContent.length > maxLength) return []
  const parts: Part[] = []
  let at = 0
  const read = ({ children }: Root | Extract<ElementContent, { type: 'element' }>, names: string[]) => {
    for (const child of children)
      if (child.type === 'element') read(child, [...names, ...(child.properties.className as string[])])
      else if (child.type === 'text') {
        if (names.length) parts.push({ from: at, to: at + child.value.length, names: names.join(' ') })
        at += child.value.length
      }
  }
  read(lowlight.highlight(language, textContent), [])
  return parts
}
