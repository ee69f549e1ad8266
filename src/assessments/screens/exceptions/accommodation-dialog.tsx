import { Group, SimpleGrid } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Accommodation } from './accommodation-list.tsx'
import { StudentField } from './student-field.tsx'

interface Props {
  course_id: string
  /** Null: a new one. */
  accommodation: Accommodation | null
  onClose: () => void
}

/** More time and attempts of one student in all assessments of a course. */
export function AccommodationDialog({ course_id, accommodation, onClose }: Props) {
  const { t } = useTranslation(['exceptions', 'ui'])
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.setAccommodation,
    initialValues: {
      user_id: accommodation?.user_id ?? (null as string | null),
      percent: Math.round(((accommodation?.time_factor ?? 1.25) - 1) * 100) as number | null,
      extra_minutes: (accommodation?.extra_minutes ?? 0) as number | null,
      extra_attempts: (accommodation?.extra_attempts ?? 0) as number | null,
    },
    rules: { user_id: required() },
    input: ({ user_id, percent, extra_minutes, extra_attempts }) => ({
      course_id,
      user_id: user_id!,
      time_factor: 1 + (percent ?? 0) / 100,
      extra_minutes: extra_minutes ?? 0,
      extra_attempts: extra_attempts ?? 0,
    }),
    async onDone() {
      await invalidate(cache, [contract.listAccommodations])
      toast(t('saved'))
      onClose()
    },
  })
  const title = t(accommodation ? 'accommodation.edit' : 'accommodation.add')
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form form={form} label={title}>
        <FormSummary form={form} />
        <StudentField {...form.field('user_id')} fixedName={accommodation?.user_name ?? null} />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
          <NumberField
            {...form.field('percent')}
            label={t('accommodation.percent')}
            hint={t('accommodation.percentHint')}
            min={0}
            max={400}
            suffix=" %"
          />
          <NumberField {...form.field('extra_minutes')} label={t('extraMinutes')} min={0} max={1_440} />
          <NumberField {...form.field('extra_attempts')} label={t('extraAttempts')} min={0} max={100} />
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
