import { FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { ImportPreview } from './import-preview.tsx'
import { useGradeImport } from './use-grade-import.ts'

export const handle: ScreenHandle = { namespaces: ['gradebook'] }

/** Imports grades from a file, after a preview of all changes. */
export default function ImportGrades() {
  const { t } = useTranslation('gradebook')
  const { course_id = '' } = useParams()
  const book = useApiQuery(contract.getGradebook, { course_id })
  const { preview, error, isBusy, choose, apply } = useGradeImport(course_id)
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
