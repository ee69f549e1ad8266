import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { DialogButtons } from '../fields/dialog-buttons.tsx'
import type { Certificate } from './issued-table.tsx'

interface Props {
  certificate: Certificate
  onClose: () => void
}

/** Revokes a certificate at once, with a reason. */
export default function RevokeDialog({ certificate, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const { student_name, course_name } = certificate
  const form = useRevocation({ certificate, onClose })
  return (
    <Modal opened onClose={onClose} title={t('revoke.title')} size="lg">
      <Form form={form} label={t('revoke.title')}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{student_name}</bdi> · <bdi>{course_name}</bdi>
        </Text>
        <Text c="dimmed">{t('revoke.text')}</Text>
        <FormSummary form={form} />
        <TextArea
          {...form.field('reason')}
          label={t('revoke.reason')}
          hint={t('reasonHint')}
          required
          maxLength={1_000}
          minRows={3}
          data-autofocus
        />
        <DialogButtons onClose={onClose}>
          <SubmitButton form={form} color="error">
            {t('revoke.submit')}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

function useRevocation({ certificate, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const cache = useQueryClient()
  return useApiForm({
    contract: contract.revokeCertificate,
    initialValues: { reason: '' },
    rules: { reason: required() },
    input: ({ reason }) => ({ id: certificate.id, reason }),
    async onDone() {
      await invalidate(cache, [contract.listCertificates])
      toast(t('revoke.done'))
      onClose()
    },
  })
}
