import { createContext, useContext, useMemo, useState } from 'react'
import type { Content, Lesson } from './outline-model.ts'

export interface OutlineSelection {
  /** Whether rows show a checkbox. */
  isOn: boolean
  ids: ReadonlySet<string>
  /** Selected contents that still exist, in outline order. */
  contents: Content[]
  turn: (on: boolean) => void
  /** `upTo` selects everything from the last touched row. */
  toggle: (id: string, options: { upTo: boolean }) => void
  setAll: (all: boolean) => void
}

const nothing: OutlineSelection = {
  isOn: false,
  ids: new Set(),
  contents: [],
  turn: () => {},
  toggle: () => {},
  setAll: () => {},
}

export const SelectionContext = createContext(nothing)

export const useOutlineSelection = () => useContext(SelectionContext)

/** Selected contents of an outline, for bulk actions. */
export function useSelectionState(lessons: Lesson[]): OutlineSelection {
  const [isOn, setOn] = useState(false)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  return useMemo(() => {
    const all = lessons.flatMap((lesson) => lesson.contents)
    const order = all.map((content) => content.id)
    return {
      isOn,
      ids,
      contents: all.filter((content) => ids.has(content.id)),
      turn(on) {
        setOn(on)
        setIds(new Set())
        setLast(null)
      },
      toggle(id, { upTo }) {
        const next = new Set(ids)
        const [from, to] = [order.indexOf(last ?? ''), order.indexOf(id)]
        if (upTo && from !== -1)
          for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
        else if (!next.delete(id)) next.add(id)
        setIds(next)
        setLast(id)
      },
      setAll: (every) => setIds(new Set(every ? order : [])),
    }
  }, [lessons, isOn, ids, last])
}
