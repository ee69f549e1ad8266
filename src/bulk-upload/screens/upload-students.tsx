import { Paper, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAddressParameter } from '#platform/client/page/url-parameters.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ChooseList } from './choose-list.tsx'
import { EarlierLists } from './earlier-lists.tsx'
import { ListUnderWay } from './list-under-way.tsx'

export const handle: ScreenHandle = { ns: ['bulk-upload'] }

/** Many students at once from a file. The work goes on without the page, and the address finds it again. */
export default function UploadStudents() {
  const { t } = useTranslation('bulk-upload')
  const [job_id, setJob] = useAddressParameter('job')
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        crumbs={[{ label: t('students'), to: '/manage/students' }]}
      />
      {job_id ? (
        <ListUnderWay key={job_id} job_id={job_id} onAgain={() => setJob(null)} />
      ) : (
        <>
          <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={840}>
            <ChooseList onRead={setJob} />
          </Paper>
          <EarlierLists onOpen={setJob} />
        </>
      )}
    </Stack>
  )
}
