import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { allRules, minLength, required } from '#ui/form/rules.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { writeAccessMinutes, reasonLengthLimits } from '../visit-limits.ts'
import * as contract from '../contract.ts'

interface Props {
  onClose: () => void
}

export default function RequestWriteAccess({ onClose }: Props) {
  const { t } = useTranslation('support')
  return (
    <Modal opened onClose={onClose} title={t('raise.title')}>
      <Text mb="md">{t('raise.text')}</Text>
      <RaiseForm onClose={onClose} />
    </Modal>
  )
}

function RaiseForm({ onClose }: Props) {
  const { t } = useTranslation('support')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.requestWriteAccess,
    initialValues: { reason: '', minutes: '15' as string | null, code: '' },
    rules: { reason: allRules(required(), minLength(reasonLengthLimits.min)), code: required() },
    input: ({ minutes, ...rest }) => ({ ...rest, minutes: Number(minutes) }),
    async onDone() {
      await client.invalidateQueries({ queryKey: queryKey(contract.getMyVisit) })
      onClose()
    },
  })
  return (
    <Form form={form} label={t('raise.title')}>
      <FormSummary form={form} />
      <TextArea
        {...form.field('reason')}
        label={t('raise.reason')}
        required
        autosize
        minRows={2}
        maxLength={reasonLengthLimits.max}
        data-autofocus
      />
      <SelectField
        {...form.field('minutes')}
        label={t('enter.minutes')}
        allowDeselect={false}
        choices={writeAccessMinutes.map((minutes) => ({
          value: String(minutes),
          label: t('enter.minutesChoice', { minutes }),
        }))}
      />
      <TextField
        {...form.field('code')}
        label={t('enter.code')}
        hint={t('enter.codeHint')}
        required
        maxLength={12}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('raise.submit')}</SubmitButton>
      </Group>
    </Form>
  )
}
