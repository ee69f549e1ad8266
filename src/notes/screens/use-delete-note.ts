import { useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { useNoteCache } from './note-cache.ts'

/** Hides notes at once and deletes them on the server when the time to undo has passed. */
export function useDeleteNote() {
  const { t } = useTranslation('notes')
  const { errorText } = useErrorText()
  const cache = useNoteCache()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((one) => one !== id)))
  const drop = async (id: string) => {
    try {
      await api(contract.deleteNote, { id })
    } catch (error) {
      // Another device deleted it first.
      if (!(error instanceof ApiError) || error.code !== 'not_found') {
        show(id)
        toast(errorText(error as ApiError), 'error')
      }
    }
    await cache.refresh()
  }
  const remove = (id: string) => {
    setHidden((ids) => new Set([...ids, id]))
    toastUndo(t('deleted'), { undo: () => show(id), commit: () => void drop(id) })
  }
  return { hidden, remove }
}
