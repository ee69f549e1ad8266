import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKey } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { allRules, maxLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { CourseCopy } from './course-copies.tsx'
import { Section } from '#ui/components/layout/section.tsx'

export function SaveAsTemplate({ course }: { course: CourseCopy }) {
  const { t } = useTranslation('import-export')
  const client = useQueryClient()
  const [saved, setSaved] = useState<string | null>(null)
  const form = useApiForm({
    contract: contract.createTemplate,
    initialValues: { name: course.course_name, description: '' },
    rules: { name: allRules(required(), maxLength(200)), description: maxLength(1_000) },
    input: (values) => ({ ...values, course_id: course.id }),
    async onDone({ id }) {
      setSaved(id)
      await client.invalidateQueries({ queryKey: queryKey(contract.listTemplates) })
    },
  })
  return (
    <Section id="template" title={t('keep.title')} text={t('keep.text')}>
      <Form form={form}>
        <FormSummary form={form} />
        <TextField label={t('keep.name')} required maxLength={200} {...form.field('name')} />
        <TextArea
          label={t('keep.description')}
          hint={t('keep.descriptionHint')}
          autosize
          minRows={2}
          maxLength={1_000}
          {...form.field('description')}
        />
        <Text size="sm" c="dimmed">
          {t('keep.variables', {
            course: '{{course_name}}',
            teacher: '{{teacher}}',
            start: '{{start_date}}',
          })}
        </Text>
        <SubmitButton form={form}>{t('keep.submit')}</SubmitButton>
      </Form>
      <div role="status">
        {saved && (
          <LinkButton variant="subtle" to={`/manage/courses/templates?from=school&template=${saved}`}>
            {t('keep.saved')}
          </LinkButton>
        )}
      </div>
    </Section>
  )
}
