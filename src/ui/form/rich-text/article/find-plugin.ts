import { Extension, type Editor } from '@tiptap/react'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

interface Found {
  query: string
  matches: { from: number; to: number }[]
}

const key = new PluginKey<Found>('find')
const none: Found = { query: '', matches: [] }

/** Marks each place of a searched text. */
export function findExtension() {
  return Extension.create({
    name: 'find',
    addProseMirrorPlugins: () => [
      new Plugin<Found>({
        key,
        state: {
          init: () => none,
          apply(tr, found) {
            const query = (tr.getMeta(key) as string | undefined) ?? found.query
            if (query === '') return none
            if (query === found.query && !tr.docChanged) return found
            return { query, matches: matchesIn(tr.doc, query) }
          },
        },
        props: {
          decorations(state) {
            const { matches } = key.getState(state) ?? none
            const { from, to } = state.selection
            return DecorationSet.create(
              state.doc,
              matches.map((match) =>
                Decoration.inline(match.from, match.to, {
                  class: match.from === from && match.to === to ? 'found found-here' : 'found',
                }),
              ),
            )
          },
        },
      }),
    ],
  })
}

/** Places of a text within blocks, without regard to case. At most 1,000. */
function matchesIn(doc: ProseMirrorNode, query: string) {
  const matches: Found['matches'] = []
  const searched = query.toLowerCase()
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // Leaves such as formulas count as one sign, so that positions fit.
    const text = node.textBetween(0, node.content.size, '\n', '\uFFFC').toLowerCase()
    if (text.length !== node.content.size) return false
    for (
      let at = text.indexOf(searched);
      at >= 0 && matches.length < 1_000;
      at = text.indexOf(searched, at + searched.length)
    )
      matches.push({ from: position + 1 + at, to: position + 1 + at + searched.length })
    return false
  })
  return matches
}

/** Searches a text; an empty one ends the search. */
export const search = (editor: Editor, query: string) => {
  editor.view.dispatch(editor.state.tr.setMeta(key, query))
}

/** Number of the selected match from 1, or 0, and the number of all. */
export function matchCount(editor: Editor) {
  const { matches } = key.getState(editor.state) ?? none
  const { from, to } = editor.state.selection
  const at = matches.findIndex((match) => match.from === from && match.to === to)
  return { current: at + 1, total: matches.length }
}

/** Selects the next or previous match. */
export function selectMatch(editor: Editor, direction: 1 | -1) {
  const { matches } = key.getState(editor.state) ?? none
  if (matches.length === 0) return
  const { from, to } = editor.state.selection
  const next =
    direction === 1
      ? (matches.find((match) => match.from >= to) ?? matches[0]!)
      : (matches.findLast((match) => match.to <= from) ?? matches.at(-1)!)
  const tr = editor.state.tr
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, next.from, next.to)).scrollIntoView())
}

/** Replaces the selected match and selects the next, or replaces all; returns the number of replaced matches. */
export function replaceMatches(editor: Editor, text: string, which: 'one' | 'all') {
  const { matches } = key.getState(editor.state) ?? none
  const { current } = matchCount(editor)
  if (which === 'one' && current === 0) {
    selectMatch(editor, 1)
    return 0
  }
  const replaced = which === 'all' ? matches : [matches[current - 1]!]
  const tr = editor.state.tr
  for (const { from, to } of replaced.toReversed()) tr.insertText(text, from, to)
  editor.view.dispatch(tr)
  if (which === 'one') selectMatch(editor, 1)
  return replaced.length
}
