import { Alert, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { CertificateDesign } from '#lib/certificates/index.ts'
import { pageSizes } from '#lib/certificates/page-sizes.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { previewInput, type PreviewSettings } from './preview-input.ts'
import { useBlockName } from './use-block-name.ts'
import classes from './preview-dialog.module.css'

interface Props {
  settings: PreviewSettings
  /** Gets the ids of the blocks whose text does not fit. */
  onOverfull?: (ids: readonly string[]) => void
  onClose: () => void
}

/** The certificate as the server draws it, with the longest name of the school, and the blocks that do not fit. */
export default function PreviewDialog({ settings, onOverfull, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const preview = useApiQuery(contract.previewSchoolCertificate, previewInput(settings), {
    staleTime: 60_000,
  })
  const { width, height } = pageSizes[settings.design.page]
  const { data } = preview
  useEffect(() => {
    if (data) onOverfull?.(data.overfull_blocks)
  }, [data, onOverfull])
  return (
    <Modal opened onClose={onClose} title={t('preview.title')} size="xl">
      <Stack gap="md">
        {preview.error && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
        {!preview.error && (
          <div className={classes.page} style={{ aspectRatio: width / height }} aria-busy={!data}>
            {data ? (
              <img
                src={`data:${data.content_type};base64,${data.content}`}
                alt={t('preview.image', { name: data.student_name })}
              />
            ) : (
              <Skeleton height="100%" radius={0} />
            )}
          </div>
        )}
        <div role="status">
          {data && (
            <Text size="sm">
              {t('preview.name', { name: data.student_name })}{' '}
              {data.overfull_blocks.length === 0 && t('preview.fits')}
            </Text>
          )}
        </div>
        {data && <OverfullBlocks ids={data.overfull_blocks} design={settings.design} />}
      </Stack>
    </Modal>
  )
}

function OverfullBlocks({ ids, design }: { ids: readonly string[]; design: CertificateDesign }) {
  const { t } = useTranslation('manage-certificates')
  const nameOf = useBlockName()
  if (ids.length === 0) return null
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('preview.overfull')}>
      <Text size="sm">{t('preview.overfullText')}</Text>
      <List size="sm" mt="xs">
        {design.blocks
          .filter(({ id }) => ids.includes(id))
          .map((block) => (
            <List.Item key={block.id}>{nameOf(block)}</List.Item>
          ))}
      </List>
    </Alert>
  )
}
