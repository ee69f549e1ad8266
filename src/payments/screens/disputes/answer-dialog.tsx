import { Code, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { CheckboxGroup, CheckboxOption } from '#ui/form/fields/checkbox-group.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getDisputeEvidence, getOrder, submitDisputeEvidence } from '../../contract.ts'
import type { Dispute } from './order-disputes.tsx'

interface Props {
  dispute: Dispute
  onClose: () => void
}

const facts = ['receipt', 'enrolment', 'activity'] as const
type Fact = (typeof facts)[number]

/** The school’s answer to a bank: a text, and facts about the sale. */
export default function AnswerDialog({ dispute, onClose }: Props) {
  const { t } = useTranslation('disputes')
  const query = useApiQuery(getDisputeEvidence, { id: dispute.id })
  return (
    <Modal opened onClose={onClose} title={t('answer.open')} size="lg">
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <ListSkeleton />}
      {query.data && <AnswerForm dispute={dispute} evidence={query.data} onClose={onClose} />}
    </Modal>
  )
}

interface FormProps extends Props {
  evidence: Record<Fact, string>
}

function AnswerForm({ dispute, evidence, onClose }: FormProps) {
  const { t } = useTranslation('disputes')
  const client = useQueryClient()
  const isPaystack = dispute.provider === 'paystack'
  const form = useApiForm({
    contract: submitDisputeEvidence,
    initialValues: { text: '', attach: [...facts] as string[], customer_phone: '' },
    rules: { text: required(), ...(isPaystack && { customer_phone: required() }) },
    input: ({ text, attach, customer_phone }) => ({
      id: dispute.id,
      text,
      attach: attach as Fact[],
      ...(isPaystack && { customer_phone }),
    }),
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(getOrder) })
      toast(t('answer.done'))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('answer.open')}>
      <Text>{t('answer.text')}</Text>
      <FormSummary form={form} />
      <TextArea {...form.field('text')} label={t('answer.field')} required minRows={5} maxLength={5_000} />
      {isPaystack && (
        <TextField
          {...form.field('customer_phone')}
          label={t('answer.phone')}
          hint={t('answer.phoneHint')}
          required
          maxLength={30}
          type="tel"
        />
      )}
      <AttachedFacts evidence={evidence} {...form.field('attach')} />
      <SendOrCancel form={form} onClose={onClose} />
    </Form>
  )
}

interface FactsProps {
  evidence: Record<Fact, string>
  value: string[]
  onChange: (value: string[]) => void
}

function AttachedFacts({ evidence, value, onChange }: FactsProps) {
  const { t } = useTranslation('disputes')
  return (
    <CheckboxGroup label={t('answer.attach')} value={value} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {facts.map((fact) => (
          <div key={fact}>
            <CheckboxOption value={fact} label={t(`facts.${fact}`)} />
            <Code
              block
              mt={4}
              dir="ltr"
              style={{
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                maxHeight: '9rem',
                overflowY: 'auto',
              }}
              tabIndex={0}
              role="region"
              aria-label={t(`facts.${fact}`)}
            >
              {evidence[fact]}
            </Code>
          </div>
        ))}
      </Stack>
    </CheckboxGroup>
  )
}

interface ActionProps {
  form: ComponentProps<typeof SubmitButton>['form']
  onClose: () => void
}

function SendOrCancel({ form, onClose }: ActionProps) {
  const { t } = useTranslation('disputes')
  const { t: shared } = useTranslation('ui')
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('answer.once')}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('answer.submit')}</SubmitButton>
      </Group>
    </>
  )
}
