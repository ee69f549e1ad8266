import { useEffect, useMemo, useState } from 'react'
import { findQuote, normalizeText, type TextSpan } from '#lib/quotes/index.ts'
import { highlightRanges } from './marks.ts'
import type { Note } from './note-cache.ts'
import { offsetAt, rangeOfSpan, createTextModel, type TextModel } from './create-text-model.ts'

export interface Highlights {
  /** Whether the passages were searched. */
  ready: boolean
  /** The currently displayed text. */
  read: () => TextModel | null
  /** Current text offset of each quoted note; null if its passage was deleted. */
  startOf: (note_id: string) => number | null
  /** Scrolls to a note's passage and sets the caret there; false if the passage was deleted. */
  goTo: (note_id: string) => boolean
  /** The note whose passage is at this point of the window. */
  noteAt: (x: number, y: number) => string | null
}

interface HighlightOptions {
  /** The element that shows the text. */
  text: HTMLElement | null
  body: string
  notes: Note[]
  /** The id of the note whose passage is highlighted. */
  current: string | null
}

/** Finds the passages of notes in the current text and highlights them. */
export function useHighlights({ text, body, notes, current }: HighlightOptions): Highlights {
  const shown = useShownText(text, body)
  // Searched again only when passages are added or removed, not while a note is edited.
  const quoted = JSON.stringify(notes.flatMap(({ id, quote }) => (quote ? [{ id, quote }] : [])))
  const spans = useMemo(() => spansIn(shown, quoted), [shown, quoted])

  useEffect(() => {
    if (!text || spans.size === 0) return
    const model = createTextModel(text)
    const ranges = new Map<string, Range>()
    for (const [id, span] of spans) {
      const range = rangeOfSpan(model, span)
      if (range) ranges.set(id, range)
    }
    return highlightRanges([...ranges.values()], ranges.get(current ?? '') ?? null)
  }, [text, body, spans, current])

  return useMemo<Highlights>(() => {
    // Read again each time: highlighting may have split the text nodes.
    const read = () => text && createTextModel(text)
    return {
      ready: shown !== null,
      read,
      startOf: (id) => spans.get(id)?.from ?? null,
      goTo: (id) => {
        const [model, span] = [read(), spans.get(id)]
        const range = model && span ? rangeOfSpan(model, span) : null
        if (!range) return false
        range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
        // Screen readers and caret browsing continue from here.
        getSelection()?.collapse(range.startContainer, range.startOffset)
        return true
      },
      noteAt: (x, y) => {
        const model = read()
        const at = model && offsetAt(model, x, y)
        if (at === null) return null
        return [...spans].findLast(([, { from, to }]) => from <= at && at < to)?.[0] ?? null
      },
    }
  }, [text, shown, spans])
}

type Quoted = { id: string; quote: NonNullable<Note['quote']> }[]

function spansIn(shown: string | null, quoted: string) {
  const found = new Map<string, TextSpan>()
  if (shown === null) return found
  const tidied = normalizeText(shown)
  for (const { id, quote } of JSON.parse(quoted) as Quoted) {
    const span = findQuote(tidied, quote)
    if (span) found.set(id, span)
  }
  return found
}

/** Set after the text is rendered, and again when other text is rendered; null before. */
function useShownText(text: HTMLElement | null, body: string) {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text && createTextModel(text).text))
    return () => clearTimeout(timer)
  }, [text, body])
  return shown
}
