import { Group, SimpleGrid } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Exception } from './exception-list.tsx'
import { StudentField } from './student-field.tsx'

interface Props {
  assessment_id: string
  /** Null: a new one. */
  exception: Exception | null
  onClose: () => void
}

/** More attempts, minutes or another window of one student in one assessment. */
export function ExceptionDialog({ assessment_id, exception, onClose }: Props) {
  const { t } = useTranslation(['exceptions', 'ui'])
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.setAssessmentException,
    initialValues: {
      user_id: exception?.user_id ?? (null as string | null),
      extra_minutes: (exception?.extra_minutes ?? 0) as number | null,
      extra_attempts: (exception?.extra_attempts ?? 0) as number | null,
      opens_at: exception?.opens_at ?? (null as string | null),
      closes_at: exception?.closes_at ?? (null as string | null),
    },
    rules: { user_id: required() },
    input: ({ user_id, extra_minutes, extra_attempts, ...window }) => ({
      id: assessment_id,
      user_id: user_id!,
      extra_minutes: extra_minutes ?? 0,
      extra_attempts: extra_attempts ?? 0,
      ...window,
    }),
    async onDone() {
      await invalidate(cache, [contract.listAssessmentExceptions])
      toast(t('saved'))
      onClose()
    },
  })
  const title = t(exception ? 'exception.edit' : 'exception.add')
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form form={form} label={title}>
        <FormSummary form={form} />
        <StudentField {...form.field('user_id')} fixedName={exception?.user_name ?? null} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <NumberField {...form.field('extra_minutes')} label={t('extraMinutes')} min={0} max={1_440} />
          <NumberField {...form.field('extra_attempts')} label={t('extraAttempts')} min={0} max={100} />
          <DateTimeField {...form.field('opens_at')} label={t('opensAt')} hint={t('windowHint')} />
          <DateTimeField {...form.field('closes_at')} label={t('closesAt')} hint={t('windowHint')} />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <SubmitButton form={form}>{t('ui:actions.save')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
