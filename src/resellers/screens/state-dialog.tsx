import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Reseller } from './reseller.tsx'

/** Suspends or resumes a reseller, with a reason; explains the consequences. */
export default function StateDialog({ reseller, onClose }: { reseller: Reseller; onClose: () => void }) {
  const { t } = useTranslation('resellers')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const { id, name, state } = reseller
  const suspends = state === 'active'
  const form = useApiForm({
    contract: contract.setResellerState,
    initialValues: { reason: '' },
    rules: { reason: required() },
    input: ({ reason }) => ({ id, state: suspends ? ('suspended' as const) : ('active' as const), reason }),
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(contract.getReseller, { id }) })
      await client.invalidateQueries({ queryKey: queryKey(contract.listResellers) })
      toast(t(suspends ? 'suspend.done' : 'suspend.resumed', { name }))
      onClose()
    },
  })
  const label = t(suspends ? 'suspend.label' : 'suspend.resume')
  return (
    <Modal opened onClose={onClose} title={t(suspends ? 'suspend.title' : 'suspend.resumeTitle', { name })}>
      <Form form={form} label={label}>
        <FormSummary form={form} />
        <Text>{t(suspends ? 'suspend.text' : 'suspend.resumeText')}</Text>
        <TextArea
          {...form.field('reason')}
          label={t('suspend.reason')}
          hint={t('suspend.reasonHint')}
          autosize
          minRows={2}
          maxLength={500}
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.cancel')}
          </Button>
          <SubmitButton form={form} color={suspends ? 'error' : 'primary'}>
            {label}
          </SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
