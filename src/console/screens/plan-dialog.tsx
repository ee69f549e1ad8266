import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Plan } from '#plans/contract.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { planNames } from './plan-names.ts'
import type { School } from './school.tsx'

export default function PlanDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const { t } = useTranslation('console')
  const { t: shared } = useTranslation('ui')
  const client = useQueryClient()
  const { school_id, plan_name, allow_manual_student_approval } = school
  const form = useApiForm({
    contract: contract.changePlan,
    initialValues: { plan_name: plan_name as string | null, allow_manual_student_approval, reason: '' },
    rules: { plan_name: required(), reason: required() },
    input: (values) => ({ ...values, school_id, plan_name: values.plan_name as Plan }),
    async onDone(answer) {
      client.setQueryData(queryKey(contract.getSchool, { school_id }), answer)
      await client.invalidateQueries({ queryKey: queryKey(contract.listSchools) })
      toast(t('planForm.done', { plan: t(`plans.${answer.plan_name}`) }))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('planForm.title', { name: school.name })}>
      <Form form={form} label={t('school.changePlan')}>
        <FormSummary form={form} />
        <SelectField
          {...form.field('plan_name')}
          label={t('school.plan')}
          choices={planNames.map((name) => ({ value: name, label: t(`plans.${name}`) }))}
          allowDeselect={false}
          required
        />
        {form.values.plan_name === 'commission' && (
          <SwitchField
            {...form.toggle('allow_manual_student_approval')}
            label={t('planForm.manual')}
            hint={t('planForm.manualHint')}
          />
        )}
        <TextArea
          {...form.field('reason')}
          label={t('reason')}
          hint={t('planForm.reasonHint')}
          autosize
          minRows={2}
          maxLength={500}
          required
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.cancel')}
          </Button>
          <SubmitButton form={form}>{t('school.changePlan')}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  )
}
