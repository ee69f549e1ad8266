import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import { bodyField, type Editing } from '../question-draft.ts'

interface Props {
  body: { image_id: string; image_alt: string }
  editing: Editing
}

const send = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'lesson_image',
})

/** The image that a question is about, and its description. */
export function ImageFields({ body: { image_id, image_alt }, editing }: Props) {
  const { t } = useTranslation(['question-editor', 'kit'])
  const { name, error, onChange } = bodyField(editing, 'image_id', image_id)
  return (
    <>
      <FileUpload
        name={name}
        label={t('figure.image')}
        error={error && image_id === '' ? t('errors.image_missing') : error}
        required
        send={send}
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        maxBytes={20_000_000}
        chooseLabel={t(image_id === '' ? 'kit:upload.chooseImage' : 'kit:upload.replace')}
        onDone={({ upload_id, url }) => {
          editing.images.add(upload_id, url)
          onChange(upload_id)
        }}
      />
      <TextField
        {...bodyField(editing, 'image_alt', image_alt)}
        label={t('figure.alt')}
        hint={t('figure.altHint')}
        maxLength={500}
        dir="auto"
      />
    </>
  )
}
