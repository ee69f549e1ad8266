import { Portal } from '@mantine/core'
import { Extension, useEditorState, type Editor } from '@tiptap/react'
import { Plugin } from '@tiptap/pm/state'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Box } from '../editor-parts.ts'
import { blockNames, blocks, type BlockName, type BlockTools } from './article-blocks.ts'
import classes from './slash-menu.module.css'

/** Handles keys while the menu is open. */
export type MenuKeys = Box<((event: KeyboardEvent) => boolean) | null>

/** Passes keys to the open menu before the editor handles them. */
export const slashKeys = (keys: MenuKeys) =>
  Extension.create({
    name: 'slashKeys',
    priority: 1000,
    addProseMirrorPlugins: () => [
      new Plugin({ props: { handleKeyDown: (_view, event) => keys.get()?.(event) ?? false } }),
    ],
  })

/** The word after a slash at the beginning of a word, up to the cursor. */
function slashAt(editor: Editor) {
  const { selection } = editor.state
  const { $from } = selection
  if (!selection.empty || !editor.isFocused || !editor.isEditable) return null
  if (!$from.parent.isTextblock || $from.parent.type.name === 'codeBlock') return null
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
  const [, query] = /(?:^|\s)\/([\p{L}\p{N} ]{0,20})$/u.exec(text) ?? []
  return query === undefined ? null : { query, from: selection.from - query.length - 1, to: selection.from }
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface Props {
  editor: Editor
  keys: MenuKeys
  tools: BlockTools
}

/** Offers the blocks of an article after a slash. The focus stays in the text. */
export function SlashMenu({ editor, keys, tools }: Props) {
  const { t } = useTranslation(['ui', 'article'])
  const id = useId()
  const slash = useEditorState({ editor, selector: ({ editor: now }) => slashAt(now) })
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [chosen, setChosen] = useState({ query: '', at: 0 })
  const query = plain(slash?.query ?? '')
  const found = blockNames.filter((name) => plain(t(`article:blocks.${name}`)).includes(query.trim()))
  // Another word begins with the first block.
  const active = chosen.query === query ? chosen.at : 0
  const setActive = (at: number) => setChosen({ query, at })
  if (slash === null && dismissed !== null) setDismissed(null)
  const isOpen = slash !== null && dismissed !== slash.from && (found.length > 0 || query.length < 4)
  const choose = (name: BlockName) => {
    if (!slash) return
    editor.chain().focus().deleteRange(slash).run()
    blocks[name].insert(editor, tools)
  }
  useEffect(() => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    keys.set(
      isOpen
        ? (event) => {
            if (event.key in moves && found.length)
              setActive((active + moves[event.key]! + found.length) % found.length)
            else if ((event.key === 'Enter' || event.key === 'Tab') && found[active]) choose(found[active])
            else if (event.key === 'Escape') setDismissed(slash.from)
            else return false
            return true
          }
        : null,
    )
    return () => keys.set(null)
  })
  useEffect(() => {
    const { dom } = editor.view
    const option = isOpen && found[active] ? `${id}-${found[active]}` : null
    if (option) {
      dom.setAttribute('aria-activedescendant', option)
      dom.setAttribute('aria-controls', id)
      document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
    } else for (const name of ['aria-activedescendant', 'aria-controls']) dom.removeAttribute(name)
  })
  if (!isOpen) return null
  return (
    <Portal>
      <div className={classes.menu} style={menuPosition(editor, slash.from)}>
        <div id={id} role="listbox" aria-label={t('article:slash.label')} className={classes.list}>
          {found.map((name, at) => {
            const { icon: Icon } = blocks[name]
            return (
              // The keyboard reaches the options from the text, by the arrow keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={name}
                id={`${id}-${name}`}
                role="option"
                aria-selected={at === active}
                className={classes.option}
                onMouseDown={(event) => event.preventDefault()}
                onMouseEnter={() => setActive(at)}
                onClick={() => choose(name)}
              >
                <Icon size={18} stroke={1.5} aria-hidden />
                {t(`article:blocks.${name}`)}
              </div>
            )
          })}
        </div>
        <div role="status" className={classes.status}>
          {found.length ? t('article:slash.count', { count: found.length }) : t('article:slash.none')}
        </div>
      </div>
    </Portal>
  )
}

const menuHeight = 320

/** Below the slash, or above it near the end of the window. */
function menuPosition(editor: Editor, position: number) {
  const { top, bottom, left } = editor.view.coordsAtPos(position)
  const isLow = bottom + menuHeight > window.innerHeight && top > menuHeight
  const inline = Math.max(8, Math.min(left, window.innerWidth - 268))
  return isLow ? { bottom: window.innerHeight - top + 4, left: inline } : { top: bottom + 4, left: inline }
}
