import { IconHighlight } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createQuote, type Quote } from '#lib/quotes/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useShortcuts } from '#ui/shell/shortcuts.ts'
import { spanOfRange, type TextModel } from './create-text-model.ts'
import classes from './notes.module.css'

interface Props {
  read: () => TextModel | null
  onMark: (quote: Quote) => void
  /** Without a selection: creates a note on the content or on the current second. */
  onNew: () => void
}

/** Button beside selected text that creates a note; the key `a` does the same. */
export function MarkButton({ read, onMark, onNew }: Props) {
  const { t } = useTranslation('notes')
  const caretPosition = useSelectionPosition(read)
  const mark = () => {
    const quote = markedQuote(read)
    if (!quote) return onNew()
    getSelection()?.removeAllRanges()
    onMark(quote)
  }
  const latest = useRef(mark)
  useEffect(() => {
    latest.current = mark
  })
  const shortcuts = useMemo(() => [{ keys: 'a', label: t('keys.note'), run: () => latest.current() }], [t])
  useShortcuts(shortcuts)
  if (!caretPosition) return null
  return (
    <button
      type="button"
      className={classes.markButton}
      style={{ insetBlockStart: caretPosition.below, left: caretPosition.left }}
      // A press would clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={mark}
    >
      <IconHighlight size={18} aria-hidden />
      {t('mark')}
    </button>
  )
}

/** The quote of the current selection. */
function markedQuote(read: Props['read']): Quote | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const model = read()
  if (!model) return null
  const span = spanOfRange(model, selection.getRangeAt(0))
  return span && createQuote(model.text, span)
}

/** Position below the end of the selection, within the window. */
function useSelectionPosition(read: Props['read']) {
  const [caretPosition, setCaretPosition] = useState<{ left: number; below: number } | null>(null)
  useEffect(() => {
    let pressed = false
    const look = () => {
      if (pressed) return
      if (!markedQuote(read)) return setCaretPosition(null)
      const boxes = getSelection()!.getRangeAt(0).getClientRects()
      const last = boxes[boxes.length - 1]
      if (!last) return setCaretPosition(null)
      const below = Math.min(last.bottom + 8, window.innerHeight - 120)
      setCaretPosition({ left: Math.max(8, Math.min(last.right - 40, window.innerWidth - 128)), below })
    }
    const press = () => {
      pressed = true
    }
    const release = () => {
      pressed = false
      setTimeout(look)
    }
    const events = [
      ['selectionchange', look],
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
    ] as const
    for (const [name, run] of events) document.addEventListener(name, run)
    // Text may have been selected before this component mounted.
    const timer = setTimeout(look)
    window.addEventListener('scroll', look, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const [name, run] of events) document.removeEventListener(name, run)
      window.removeEventListener('scroll', look, { capture: true })
    }
  }, [read])
  return caretPosition
}
