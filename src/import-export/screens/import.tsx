import { Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { api } from '#tenancy/client/browser.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import * as contract from '../contract.ts'
import { ImportProgress } from './import-progress.tsx'

export const handle: ScreenHandle = { namespaces: ['import-export'] }

const largest = 10_000_000_000

const send = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'course_archive',
})

/** Import of a course archive. It continues without the page, and the address finds it again. */
export default function Import() {
  const { t } = useTranslation('import-export')
  const [id, setId] = useQueryParam('import')
  return (
    <>
      <PageHeading
        title={t('import.title')}
        text={t('import.text')}
        crumbs={[
          { label: t('courses'), to: '/manage/courses' },
          { label: t('newCourse'), to: '/manage/courses/new' },
        ]}
      />
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={720}>
        {id ? <ImportProgress id={id} onAgain={() => setId(null)} /> : <ChooseArchive onStarted={setId} />}
      </Paper>
    </>
  )
}

function ChooseArchive({ onStarted }: { onStarted: (id: string) => void }) {
  const { t } = useTranslation('import-export')
  const { errorText } = useErrorText()
  const [keep_public, setKeepPublic] = useState(false)
  const [start_date, setStart] = useState<string | null>(null)
  const start = useApiMutation(contract.importCourse, {
    onSuccess: ({ id }) => onStarted(id),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack gap="lg">
      <SwitchField
        label={t('import.keepPublic')}
        hint={t('import.keepPublicHint')}
        value={keep_public}
        onChange={setKeepPublic}
      />
      <DateTimeField
        label={t('dates.start')}
        hint={t('dates.startHint')}
        value={start_date}
        onChange={setStart}
        error={undefined}
      />
      <FileUpload
        label={t('import.archive')}
        hint={t('import.archiveHint')}
        send={send}
        accept=".zip,application/zip"
        maxBytes={largest}
        disabled={start.isPending}
        onDone={({ upload_id }) =>
          start.mutate({ upload_id, keep_public, ...(start_date && { start_date }) })
        }
      />
    </Stack>
  )
}
