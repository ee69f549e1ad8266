import { Anchor, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import type { AnswerInputProps, QuestionFiles } from '../question-props.ts'
import classes from '../questions.module.css'

/** Largest file of an answer. */
const maxBytes = 200_000_000

/** Types that an answer may have if the question names none. */
const usualTypes =
  'image/*,audio/*,video/*,text/*,.pdf,.doc,.docx,.odt,.rtf,.xls,.xlsx,.ods,.ppt,.pptx,.odp,.zip'

export function FileUploadInput({
  body,
  answer,
  onChange,
  isReadOnly,
  files,
}: AnswerInputProps<'file_upload'>) {
  const { t } = useTranslation('questions')
  const [names, setNames] = useState<Record<string, string>>({})
  const ids = answer?.upload_ids ?? []
  const change = (upload_ids: string[]) => onChange({ type: 'file_upload', upload_ids })
  const accept = body.extensions.length
    ? body.extensions.map((extension) => `.${extension}`).join()
    : usualTypes
  return (
    <div>
      <StoredFiles
        ids={ids}
        nameOf={(id) => names[id] ?? files.nameOf?.(id)}
        files={files}
        {...(!isReadOnly && { onRemove: (id: string) => change(ids.filter((one) => one !== id)) })}
      />
      {files.send === null && <Text c="dimmed">{t('files.preview')}</Text>}
      {files.send && !isReadOnly && ids.length < body.max_files && (
        <FileUpload
          label={t('files.label')}
          hint={fileHint(t, body)}
          send={files.send}
          accept={accept}
          maxBytes={maxBytes}
          chooseLabel={ids.length ? t('files.another') : t('files.choose')}
          onDone={({ upload_id }, { name }) => {
            setNames((current) => ({ ...current, [upload_id]: name }))
            change([...ids.filter((id) => id !== upload_id), upload_id])
          }}
        />
      )}
    </div>
  )
}

function fileHint(
  t: ReturnType<typeof useTranslation<'questions'>>['t'],
  { max_files, extensions }: AnswerInputProps<'file_upload'>['body'],
) {
  const count = t('files.max', { max: max_files })
  return extensions.length ? `${count} ${t('files.types', { types: extensions.join(', ') })}` : count
}

interface StoredFilesProps {
  ids: readonly string[]
  nameOf: (id: string) => string | undefined
  files: QuestionFiles
  onRemove?: (id: string) => void
}

/** Files of an answer, with links where their addresses are available. */
export function StoredFiles({ ids, nameOf, files, onRemove }: StoredFilesProps) {
  const { t } = useTranslation('questions')
  if (ids.length === 0) return null
  return (
    <ul className={classes.files}>
      {ids.map((id, index) => {
        const name = nameOf(id) ?? t('files.file', { number: index + 1 })
        const url = files.urlOf(id)
        return (
          <li key={id}>
            <Group gap="xs" wrap="nowrap">
              {url ? (
                <Anchor href={url} target="_blank" rel="noreferrer">
                  {name}
                </Anchor>
              ) : (
                <Text>{name}</Text>
              )}
              {onRemove && (
                <IconButton label={t('files.remove', { name })} color="gray" onClick={() => onRemove(id)}>
                  <IconTrash size={18} aria-hidden />
                </IconButton>
              )}
            </Group>
          </li>
        )
      })}
    </ul>
  )
}
