import { SimpleGrid, Stack } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CertificateCard, type Certificate } from './certificate-card.tsx'
import { MyRequests } from './my-requests.tsx'

const RequestDialog = lazy(() => import('./request-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['my-certificates'] }

/** The certificates of the student, and the requests for others. */
export default function MyCertificates() {
  const { t } = useTranslation('my-certificates')
  const [isRequesting, setRequesting] = useState(false)
  const open = () => setRequesting(true)
  return (
    <Stack gap="xl">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Button variant="default" onClick={open}>
            {t('request.open')}
          </Button>
        }
      />
      <Content onRequest={open} />
      <Suspense>{isRequesting && <RequestDialog onClose={() => setRequesting(false)} />}</Suspense>
    </Stack>
  )
}

/** Both lists appear at once, so that none moves the other. */
function Content({ onRequest }: { onRequest: () => void }) {
  const { t } = useTranslation('my-certificates')
  const student_id = String(useSession()?.details?._id ?? '')
  const list = useApiPages(
    contract.listStudentCertificates,
    { student_id, limit: 24 },
    { enabled: student_id !== '' },
  )
  const requests = useApiPages(contract.listMyCertificateRequests, { limit: 20 })
  const error = list.error ?? requests.error
  const retry = () => {
    list.refetch()
    requests.refetch()
  }
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!list.rows || !requests.rows) return <CardSkeleton />
  return (
    <>
      <Certificates rows={list.rows} onRequest={onRequest} />
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('more')}
        </Button>
      )}
      <MyRequests pages={requests} rows={requests.rows} />
    </>
  )
}

interface CertificatesProps {
  rows: readonly Certificate[]
  onRequest: () => void
}

function Certificates({ rows, onRequest }: CertificatesProps) {
  const { t } = useTranslation('my-certificates')
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<IconCertificate size={40} />}
        title={t('none')}
        text={t('noneText')}
        action={<Button onClick={onRequest}>{t('request.open')}</Button>}
      />
    )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg" component="ul" p={0} m={0}>
      {rows.map((certificate) => (
        <CertificateCard key={certificate.id} certificate={certificate} />
      ))}
    </SimpleGrid>
  )
}
