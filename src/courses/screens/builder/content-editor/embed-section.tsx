import { useEffect, useState } from 'react'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ContentSaving } from './use-content-saving.ts'
import type { Topic } from './use-edited-topic.ts'
import type { ReportSaveStatus } from './use-save-status.ts'
import classes from './embed-section.module.css'

interface Props {
  topic: Topic
  saving: ContentSaving
  report: ReportSaveStatus
}

/** Address of an embedded page, with a preview. */
export function EmbedSection({ topic, saving, report }: Props) {
  const { t } = useTranslation('courses')
  const { errorText, fieldErrorText } = useErrorText()
  const [embed_url, setAddress] = useState(topic.embed_url)
  const { state, flush } = useAutosave({ embed_url }, saving.send, { delay: 700, enabled: !saving.conflict })
  useEffect(() => report('embed', { state, flush }), [report, state, flush])
  const { embed } = saving.saved
  const refusal = state.status === 'failed' ? state.error : null
  const ofField = refusal?.errors.find((error) => error.path === 'embed_url')
  const errorMessage = ofField ? fieldErrorText(ofField.code, ofField.message) : refusal && errorText(refusal)
  return (
    <div>
      <TextField
        label={t('fields.embed_url')}
        hint={t('hints.embed_url')}
        type="url"
        inputMode="url"
        maxLength={2_000}
        value={embed_url}
        onChange={setAddress}
        error={errorMessage}
      />
      {embed && !errorMessage && (
        <iframe
          className={classes.frame}
          style={embed.ratio ? { aspectRatio: embed.ratio } : { height: '20rem' }}
          src={embed.url}
          title={t('editor.embedOf', { provider: embed.provider })}
          loading="lazy"
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
    </div>
  )
}
