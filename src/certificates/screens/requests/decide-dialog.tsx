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
import { TemplateField } from '../fields/template-field.tsx'
import type { CertificateRequest } from './requests.tsx'

interface Props {
  request: CertificateRequest
  decision: 'approve' | 'decline'
  onClose: () => void
}

/** Approves a request, which issues the certificate, or declines it with a reason. */
export default function DecideDialog({ request, decision, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const form = useDecision({ request, decision, onClose })
  const title = t(`decide.title.${decision}`)
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form form={form} label={title}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{request.student_name}</bdi> · <bdi>{request.course_name}</bdi>
        </Text>
        <Text c="dimmed">{t(`decide.text.${decision}`)}</Text>
        <FormSummary form={form} />
        {decision === 'approve' ? (
          <TemplateField {...form.field('certificate_id')} />
        ) : (
          <TextArea
            {...form.field('reason')}
            label={t('decline.reason')}
            hint={t('decline.reasonHint')}
            required
            maxLength={1_000}
            minRows={3}
            data-autofocus
          />
        )}
        <DialogButtons onClose={onClose}>
          <SubmitButton
            form={form}
            {...(decision === 'decline' ? { color: 'error' } : { 'data-autofocus': true })}
          >
            {t(`decide.submit.${decision}`)}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

function useDecision({ request, decision, onClose }: Props) {
  const { t } = useTranslation('manage-certificates')
  const cache = useQueryClient()
  return useApiForm({
    contract: contract.decideCertificateRequest,
    initialValues: { certificate_id: null as string | null, reason: '' },
    rules: decision === 'decline' ? { reason: required() } : {},
    input: ({ certificate_id, reason }) => ({
      id: request.id,
      decision,
      ...(decision === 'approve' ? { certificate_id } : { reason }),
    }),
    async onDone() {
      await invalidate(cache, [contract.listCertificateRequests, contract.listCertificates])
      toast(t(`decide.done.${decision}`))
      onClose()
    },
  })
}
