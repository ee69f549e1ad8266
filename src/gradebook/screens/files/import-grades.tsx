import { FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate, useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { ImportPreview } from './import-preview.tsx'

export const handle: ScreenHandle = { namespaces: ['gradebook'] }

interface ChosenFile {
  file_name: string
  /** In base64. */
  content: string
}

const maxBytes = 4_000_000

/** Imports grades from a file, after a preview of all changes. */
export default function ImportGrades() {
  const { t } = useTranslation('gradebook')
  const { course_id = '' } = useParams()
  const book = useApiQuery(contract.getGradebook, { course_id })
  const { preview, error, isBusy, choose, apply } = useImport(course_id)
  return (
    <Stack gap="lg" maw={860}>
      <div>
        <Title order={2} size="h3">
          {t('import.title')}
        </Title>
        <Text c="dimmed">{t('import.text')}</Text>
      </div>
      <Group gap="sm">
        <FileButton
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(file) => file && void choose(file)}
          inputProps={{ 'aria-label': t('import.choose') }}
        >
          {(props) => (
            <Button
              {...props}
              variant={preview ? 'default' : 'filled'}
              loading={isBusy}
              leftSection={<IconUpload size={20} aria-hidden />}
            >
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        <LinkButton to={`/manage/courses/${course_id}/gradebook`} variant="default">
          {t('import.back')}
        </LinkButton>
      </Group>
      {(error ?? book.error) && <ErrorState error={(error ?? book.error)!} />}
      {isBusy && !preview && <ListSkeleton rows={4} />}
      {preview && book.data && (
        <ImportPreview
          preview={preview}
          items={book.data.items}
          isBusy={isBusy}
          onApply={() => void apply()}
        />
      )}
    </Stack>
  )
}

type Preview = ApiReply<typeof contract.importGrades>

/** A chosen file, its preview, and its import. */
function useImport(course_id: string) {
  const { t } = useTranslation('gradebook')
  const { errorText } = useErrorText()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
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
      try {
        await api(contract.importGrades, { course_id, ...file, digest: preview.digest })
      } catch (caught) {
        if (!(caught instanceof ApiError) || caught.code !== 'grades_changed_since_preview') throw caught
        toast(errorText(caught), 'error')
        return show(file)
      }
      await invalidate(cache, [contract.listGrades, contract.getGradeHistory])
      toast(t('import.done'))
      await navigate(`/manage/courses/${course_id}/gradebook`)
    })
  return { preview, error, isBusy, choose, apply }
}

/** Content of a file in base64. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
