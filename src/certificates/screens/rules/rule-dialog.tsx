import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { DialogButtons } from '../fields/dialog-buttons.tsx'
import { CourseField } from '../fields/course-field.tsx'
import { AssessmentField } from './assessment-field.tsx'
import { RulePreview } from './rule-preview.tsx'

interface Props {
  template: { id: string; course_id: string | null; course_title: string | null }
  onClose: () => void
}

/** Adds a rule to a template, after a count of the students who meet it now. */
export default function RuleDialog({ template, onClose }: Props) {
  const { t } = useTranslation('certificate-designer')
  const { t: manage } = useTranslation('manage-certificates')
  const form = useRuleForm({ template, onClose })
  const { course_id, content_id, min_score } = form.values
  return (
    <Modal opened onClose={onClose} title={t('rules.addTitle')} size="lg">
      <Form form={form} label={t('rules.addTitle')}>
        <FormSummary form={form} />
        <CourseField
          {...form.field('course_id')}
          courseName={template.course_title}
          label={manage('course')}
          hint={t('rules.courseHint')}
          placeholder={t('rules.chooseCourse')}
          required
          onChange={(id) => form.setValues({ course_id: id, content_id: null })}
        />
        <AssessmentField {...form.field('content_id')} course_id={course_id} />
        {content_id && (
          <NumberField
            {...form.field('min_score')}
            label={t('rules.minScore')}
            required
            min={1}
            max={100}
            allowDecimal={false}
          />
        )}
        <RulePreview id={template.id} condition={{ course_id, content_id, min_score }} />
        <CheckboxField {...form.field('is_retroactive')} label={t('rules.retroactive')} />
        <DialogButtons onClose={onClose}>
          <SubmitButton form={form}>{t('rules.submit')}</SubmitButton>
        </DialogButtons>
      </Form>
    </Modal>
  )
}

function useRuleForm({ template, onClose }: Props) {
  const { t } = useTranslation('certificate-designer')
  const cache = useQueryClient()
  return useApiForm({
    contract: contract.createCertificateRule,
    initialValues: {
      course_id: template.course_id,
      content_id: null as string | null,
      min_score: 70 as number | null,
      is_retroactive: false,
    },
    rules: {
      course_id: required(),
      min_score: (value, { content_id }) => (content_id && value === null ? 'required' : null),
    },
    input: ({ course_id, content_id, min_score, is_retroactive }) => ({
      id: template.id,
      course_id: course_id!,
      is_retroactive,
      ...(content_id && { content_id, min_score }),
    }),
    async onDone() {
      await invalidate(cache, [contract.listCertificateRules])
      toast(t('rules.created'))
      onClose()
    },
  })
}
