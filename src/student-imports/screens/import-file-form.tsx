import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { api } from '#tenancy/client/browser.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import * as contract from '../contract.ts'
import { tableFormats } from './table-formats.ts'

const send = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'student_list',
})

const largest = 5_000_000
const templates = [
  ['template', '/static/csv_templates/bulk-students-upload'],
  ['templateFaculties', '/static/csv_templates/bulk-faculty-students-upload'],
] as const

/** Uploads a file for a preview. */
export function ImportFileForm({ onRead }: { onRead: (job_id: string) => void }) {
  const { t } = useTranslation('student-imports')
  const { errorText } = useErrorText()
  const read = useApiMutation(contract.createStudentImport, {
    invalidates: [contract.listStudentImports],
    onSuccess: ({ job_id }) => onRead(job_id),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack gap="lg">
      <FileUpload
        label={t('choose.label')}
        hint={t('choose.hint')}
        chooseLabel={t('choose.button')}
        send={send}
        accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain"
        maxBytes={largest}
        disabled={read.isPending}
        onDone={({ upload_id }) => read.mutate({ upload_id, dry_run: true })}
      />
      <section aria-labelledby="student-imports-how">
        <Title order={2} size="h4" mb="xs" id="student-imports-how">
          {t('how.title')}
        </Title>
        <List spacing={4}>
          {(['columns', 'forms', 'spreadsheet', 'password'] as const).map((point) => (
            <List.Item key={point}>{t(`how.${point}`)}</List.Item>
          ))}
        </List>
      </section>
      <section aria-labelledby="student-imports-templates">
        <Title order={2} size="h4" mb="xs" id="student-imports-templates">
          {t('templates.title')}
        </Title>
        <Stack gap={4}>
          {templates.map(([name, path]) => (
            <Group key={name} gap="xs" mih={44} role="group" aria-labelledby={`student-imports-${name}`}>
              <IconFileSpreadsheet size={20} aria-hidden style={{ flexShrink: 0 }} />
              <Text id={`student-imports-${name}`}>{t(`templates.${name}`)}</Text>
              {tableFormats.map((format) => (
                <Anchor key={format} href={`${path}.${format}`} download py={8}>
                  {t(`formats.${format}`)}
                </Anchor>
              ))}
            </Group>
          ))}
        </Stack>
        <Text size="sm" c="dimmed">
          {t('templates.hint')}
        </Text>
      </section>
    </Stack>
  )
}
