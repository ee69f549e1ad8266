import { useNavigate } from 'react-router'
import { listCourses } from '#courses/contract.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { allRules, maxLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { CourseCopy } from './course-copies.tsx'
import { Section } from '#ui/components/layout/section.tsx'

export function DuplicateCourse({ course }: { course: CourseCopy }) {
  const { t } = useTranslation('import-export')
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.duplicateCourse,
    initialValues: {
      course_name: t('duplicate.copyOf', { name: course.course_name }).slice(0, 200),
      start_date: null as string | null,
    },
    rules: { course_name: allRules(required(), maxLength(200)) },
    input: ({ course_name, start_date }) => ({
      id: course.id,
      course_name,
      ...(start_date && { start_date }),
    }),
    async onDone({ id }) {
      await client.invalidateQueries({ queryKey: queryKey(listCourses) })
      await navigate(`/manage/courses/${id}`)
    },
  })
  return (
    <Section id="duplicate" title={t('duplicate.title')} text={t('duplicate.text')}>
      <Form form={form}>
        <FormSummary form={form} />
        <TextField label={t('duplicate.name')} required maxLength={200} {...form.field('course_name')} />
        <DateTimeField label={t('dates.start')} hint={t('dates.startHint')} {...form.field('start_date')} />
        <SubmitButton form={form}>{t('duplicate.submit')}</SubmitButton>
      </Form>
    </Section>
  )
}
