import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

interface ChosenFile {
  file_name: string
  /** In base64. */
  content: string
}

type Preview = ApiReply<typeof contract.importGrades>

const maxBytes = 3_000_000

/** A chosen file, its preview, and its import. */
export function useGradeImport(course_id: string) {
  const { t } = useTranslation('gradebook')
  const { error, isBusy, run } = useRequests()
  const finish = useFinish(course_id)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const show = async (chosen: ChosenFile) =>
    setPreview(await api(contract.importGrades, { course_id, ...chosen }))
  const choose = async (chosen: File) => {
    setPreview(null)
    if (chosen.size > maxBytes) return toast(t('import.tooLarge'), 'error')
    return run(async () => {
      const read = { file_name: chosen.name.slice(-255), content: await base64Of(chosen) }
      setFile(read)
      await show(read)
    })
  }
  const apply = () =>
    run(async () => {
      if (!file || !preview) return
      const isSaved = await finish({ course_id, ...file, digest: preview.digest })
      if (!isSaved) await show(file)
    })
  return { preview, error, isBusy, choose, apply }
}

/** Stores an import and opens the gradebook. Resolves to false if grades changed since the preview. */
function useFinish(course_id: string) {
  const { t } = useTranslation('gradebook')
  const { errorText } = useErrorText()
  const cache = useQueryClient()
  const navigate = useNavigate()
  return async (input: ChosenFile & { course_id: string; digest: string }): Promise<boolean> => {
    try {
      await api(contract.importGrades, input)
    } catch (caught) {
      if (!(caught instanceof ApiError) || caught.code !== 'grades_changed_since_preview') throw caught
      toast(errorText(caught), 'error')
      return false
    }
    await invalidate(cache, [contract.listGrades, contract.getGradeHistory])
    toast(t('import.done'))
    await navigate(`/manage/courses/${course_id}/gradebook`)
    return true
  }
}

/** Runs one request at a time, and keeps its error. */
function useRequests() {
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, run }
}

/** Content of a file in base64. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
