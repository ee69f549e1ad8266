import { Group, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import * as contract from '../../../contract.ts'
import { languageChoices, nativeLanguageName } from './caption-languages.ts'
import classes from './captions-section.module.css'

const largest = 5_000_000

/** Captions of a video or recording, one file per language. */
export function CaptionsSection({ content_id }: { content_id: string }) {
  const { t } = useTranslation('courses')
  const captions = useApiQuery(contract.listCaptions, { id: content_id })
  const { hidden, remove } = useRemoving()
  const rows = captions.data?.data.filter(({ id }) => !hidden.has(id)) ?? []
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h5">
          {t('captions.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('captions.text')}
        </Text>
      </div>
      {captions.error && <ErrorState error={captions.error} onRetry={captions.refetch} />}
      {rows.length > 0 && (
        <ul className={classes.list} aria-label={t('captions.title')}>
          {rows.map(({ id, label, language, cues_count }) => (
            <li key={id} className={classes.row}>
              <span className={classes.name}>
                <strong>{label}</strong>{' '}
                <Text span size="sm" c="dimmed">
                  {language} · {t('captions.lines', { count: cues_count })}
                </Text>
              </span>
              <IconButton
                label={t('captions.remove', { label })}
                variant="subtle"
                color="gray"
                onClick={() => remove(id, label)}
              >
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddCaption content_id={content_id} />
    </Stack>
  )
}

function AddCaption({ content_id }: { content_id: string }) {
  const { t, i18n } = useTranslation('courses')
  const { errorText } = useErrorText()
  const [language, setLanguage] = useState<string | null>(null)
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const choices = useMemo(() => languageChoices(i18n.language), [i18n.language])
  const send = useMemo(
    () =>
      createFileUploader({
        api,
        request: uploads.requestUpload,
        finalise: uploads.completeUpload,
        purpose: 'course_caption',
      }),
    [],
  )
  const add = useApiMutation(contract.addCaption, {
    invalidates: [contract.listCaptions],
    onSuccess: (saved) => {
      toast(t('captions.added', { label: saved.label }))
      setLanguage(null)
      setLabel('')
      setProblem(null)
    },
    onError: (error) => setProblem(wordsOf(error)),
  })
  const wordsOf = (error: ApiError) => {
    const { line } = error.problem as { line?: number }
    return line ? t('captions.atLine', { text: errorText(error), line }) : errorText(error)
  }
  return (
    <Stack gap="sm">
      <Group gap="md" grow preventGrowOverflow={false} align="flex-end">
        <SelectField
          label={t('captions.language')}
          searchable
          value={language}
          choices={choices}
          onChange={(chosen) => {
            setLanguage(chosen)
            setLabel(chosen ? nativeLanguageName(chosen) : '')
            setProblem(null)
          }}
        />
        <TextField label={t('captions.label')} maxLength={60} value={label} onChange={setLabel} />
      </Group>
      <FileUpload
        label={t('captions.file')}
        hint={t(language ? 'captions.fileHint' : 'captions.languageFirst')}
        error={problem}
        disabled={!language || label.trim() === '' || add.isPending}
        chooseLabel={t('captions.choose')}
        send={send}
        accept=".vtt,.srt"
        maxBytes={largest}
        onDone={({ upload_id }) => {
          if (language) add.mutate({ id: content_id, upload_id, language, label })
        }}
      />
    </Stack>
  )
}

/** Hides a file at once and deletes it on the server when the time to undo has passed. */
function useRemoving() {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((one) => one !== id)))
  const drop = useApiMutation(contract.deleteCaption, {
    invalidates: [contract.listCaptions],
    onError: (error, { id }) => {
      show(id)
      toast(errorText(error), 'error')
    },
  })
  const remove = (id: string, label: string) => {
    setHidden((ids) => new Set([...ids, id]))
    toastUndo(t('captions.removed', { label }), { undo: () => show(id), commit: () => drop.mutate({ id }) })
  }
  return { hidden, remove }
}
