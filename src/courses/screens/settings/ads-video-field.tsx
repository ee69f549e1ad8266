import { Group } from '@mantine/core'
import { useState } from 'react'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { uploadAdsVideo } from './upload-course-image.ts'
import type { GroupProps } from './settings-group.ts'

import classes from './settings.module.css'

/** The trailer has its own route, so it saves separately. */
export function AdsVideoField({ course, settings }: Pick<GroupProps, 'course' | 'settings'>) {
  const { t } = useTranslation('courses')
  const { t: tu } = useTranslation('ui')
  const { errorText, fieldErrorText } = useErrorText()
  const [course_ads_video, setAddress] = useState(course.course_ads_video)
  const save = async (given: { course_ads_video: string }) => {
    const [, upload_id] = /^\/media\/public\/([\w-]{36})$/.exec(given.course_ads_video) ?? []
    const input = upload_id ? { upload_id } : given
    await settings.saveAdsVideo(input)
  }
  const own = course_ads_video.startsWith('/media/public/')
  const { state } = useAutosave({ course_ads_video }, save, { delay: 700, enabled: !settings.conflict })
  const refusal = state.status === 'failed' ? state.error : null
  const ofField = refusal?.errors[0]
  return (
    <>
      {!own && (
        <TextField
          label={t('fields.course_ads_video')}
          hint={t('hints.course_ads_video')}
          type="url"
          inputMode="url"
          maxLength={1_000}
          value={course_ads_video}
          onChange={setAddress}
          error={ofField ? fieldErrorText(ofField.code, ofField.message) : refusal && errorText(refusal)}
        />
      )}
      <FileUpload
        label={t('fields.ads_video_file')}
        hint={t('hints.ads_video_file')}
        send={uploadAdsVideo}
        accept="video/mp4,video/webm,video/quicktime"
        maxBytes={1_000_000_000}
        onDone={({ url }) => setAddress(url)}
      >
        {own && (
          <Group justify="space-between" align="flex-start">
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the editor only checks which file this is */}
            <video src={course_ads_video} controls preload="metadata" className={classes.film} />
            <Button size="compact-md" variant="subtle" color="error" onClick={() => setAddress('')}>
              {tu('actions.remove')}
            </Button>
          </Group>
        )}
      </FileUpload>
    </>
  )
}
