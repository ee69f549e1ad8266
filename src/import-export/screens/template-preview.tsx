import { Group, List, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { listCourses } from '#courses/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { allRules, maxLength, required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type Template = ApiReply<typeof contract.getTemplate>

/** Outline of a template, with the fields for a new course: name and first day. */
export function TemplatePreview({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('import-export')
  const { data: template, error, refetch } = useApiQuery(contract.getTemplate, { id })
  return (
    <Modal opened onClose={onClose} size="lg" title={template?.name ?? t('templates.title')}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!template && !error && <TextSkeleton lines={10} />}
      {template && (
        <Stack gap="lg">
          <Text>{template.description}</Text>
          <UseTemplate template={template} />
          {template.course_description && <RichText html={template.course_description} />}
          <OutlineOf template={template} />
          {template.may_delete && <Removal template={template} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

function UseTemplate({ template }: { template: Template }) {
  const { t } = useTranslation('import-export')
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useApiForm({
    contract: contract.createCourseFromTemplate,
    initialValues: { course_name: '', start_date: null as string | null },
    rules: { course_name: allRules(required(), maxLength(200)) },
    input: ({ course_name, start_date }) => ({
      id: template.id,
      course_name,
      ...(start_date && { start_date }),
    }),
    async onDone({ id }) {
      await client.invalidateQueries({ queryKey: queryKey(listCourses) })
      await navigate(`/manage/courses/${id}`)
    },
  })
  return (
    <Form form={form}>
      <FormSummary form={form} />
      <TextField
        label={t('templates.courseName')}
        required
        maxLength={200}
        data-autofocus
        {...form.field('course_name')}
      />
      {(template.first_date ?? template.variables.includes('start_date')) && (
        <DateTimeField label={t('dates.start')} hint={t('dates.startHint')} {...form.field('start_date')} />
      )}
      <SubmitButton form={form}>{t('templates.use')}</SubmitButton>
    </Form>
  )
}

function OutlineOf({ template }: { template: Template }) {
  const { t } = useTranslation('import-export')
  return (
    <section aria-label={t('templates.outline')}>
      <Title order={3} size="h4" mb="xs">
        {t('templates.outline')}
      </Title>
      <Stack gap="sm">
        {template.lessons.map((lesson, at) => (
          <div key={at}>
            <Text fw={640}>{lesson.title}</Text>
            <List size="sm" withPadding>
              {lesson.contents.map((content, position) => (
                <List.Item key={position}>{content.title}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </section>
  )
}

function Removal({ template, onDone }: { template: Template; onDone: () => void }) {
  const { t } = useTranslation('import-export')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteTemplate, {
    invalidates: [contract.listTemplates],
    onSuccess() {
      toast(t('templates.deleted', { name: template.name }))
      onDone()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const { name, id } = template
    const words = { title: t('templates.delete'), text: t('templates.deleteText', { name }) }
    if (await confirm({ ...words, confirmLabel: t('templates.delete'), danger: true })) remove.mutate({ id })
  }
  return (
    <Group>
      <Button variant="subtle" color="error" onClick={() => void ask()}>
        {t('templates.delete')}
      </Button>
    </Group>
  )
}
