import { Group } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { CertificateRequest } from './requests.tsx'

export type Decision = 'approve' | 'decline'

interface Props {
  request: CertificateRequest
  onDecide: (request: CertificateRequest, decision: Decision) => void
}

/** Opens the dialogs that approve or decline a request. */
export function RequestActions({ request, onDecide }: Props) {
  const { t } = useTranslation('manage-certificates')
  const name = request.student_name
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        aria-label={t('decline.openFor', { name })}
        onClick={() => onDecide(request, 'decline')}
      >
        {t('decline.open')}
      </Button>
      <Button
        variant="light"
        aria-label={t('approve.openFor', { name })}
        onClick={() => onDecide(request, 'approve')}
      >
        {t('approve.open')}
      </Button>
    </Group>
  )
}
