import { useCallback, useState } from 'react'
import type { AutosaveStatus } from '#ui/form/use-autosave.ts'

interface Part {
  state: AutosaveStatus
  flush: () => Promise<unknown>
}

/** Reports the save state of a part of an editor. */
export type ReportSaveStatus = (name: string, part: Part) => void

const worstFirst = ['failed', 'offline', 'saving', 'waiting'] as const

/** Combined save state of all parts: saved only if every part is. */
export function useSaveStatus(own: Part) {
  const [parts, setParts] = useState<Record<string, Part>>({})
  const report = useCallback<ReportSaveStatus>(
    (name, part) => setParts((current) => ({ ...current, [name]: part })),
    [],
  )
  const all = [own, ...Object.values(parts)]
  const worst = worstFirst.map((status) => all.find(({ state }) => state.status === status)).find(Boolean)
  const retry = () => void Promise.all(all.map(({ flush }) => flush()))
  return { state: (worst ?? own).state, retry, report }
}
