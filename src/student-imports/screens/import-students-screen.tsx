import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ImportFileForm } from './import-file-form.tsx'
import { PastImports } from './past-imports.tsx'
import { ImportProgress } from './import-progress.tsx'

export const handle: ScreenHandle = { namespaces: ['student-imports'] }

interface Props {
  /** Shown above the form. */
  notice?: ReactNode
}

/** Import of many students from a file. It continues without the page, and the address finds it again. */
export default function ImportStudentsScreen({ notice }: Props) {
  const { t } = useTranslation('student-imports')
  const [job_id, setJob] = useQueryParam('job')
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        crumbs={[{ label: t('students'), to: '/manage/students' }]}
      />
      {notice}
      {job_id ? (
        <ImportProgress key={job_id} job_id={job_id} onAgain={() => setJob(null)} />
      ) : (
        <>
          <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={840}>
            <ImportFileForm onRead={setJob} />
          </Paper>
          <PastImports onOpen={setJob} />
        </>
      )}
    </Stack>
  )
}
