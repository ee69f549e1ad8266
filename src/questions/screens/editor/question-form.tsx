import { Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { QuestionFiles } from '#ui/questions/question-props.ts'
import * as contract from '../../contract.ts'
import { difficulties } from '../bank/question-filters.tsx'
import { FeedbackFields } from './fields/feedback-fields.tsx'
import { hasFields, TypeFields } from './fields/type-fields.tsx'
import { Disclosure } from './parts/disclosure.tsx'
import { PassageFields } from './passage-fields.tsx'
import { QuestionPreview } from './preview/question-preview.tsx'
import type { EditedImages, Editing, QuestionForm as FormState } from './question-draft.ts'
import { QuestionTextField } from './question-text-field.tsx'
import classes from './question-editor.module.css'

interface Props {
  bank_id: string
  form: FormState
  files: QuestionFiles
  submitLabel: string
  /** Notes above the fields. */
  notes?: ReactNode
  /** Sections below the form. */
  children?: ReactNode
}

/** The fields of a question beside its preview. */
export default function QuestionForm({ bank_id, form, files, submitLabel, notes, children }: Props) {
  const { t } = useTranslation(['question-editor', 'ui'])
  const { body, key: answers } = form.values
  const images = useImages(files)
  const editing: Editing = { set: form.set, errors: form.errors, bodyPath: 'body', keyPath: 'key', images }
  const fields = { body, answers, editing }
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        <Form form={form} label={t('form.label')} warnOnLeave>
          {notes}
          <FormSummary form={form} />
          <Section title={t('form.question')}>
            <QuestionTextField {...fields} />
          </Section>
          {body.type === 'passage' && answers.type === 'passage' && (
            <Section title={t('passage.questions')}>
              <PassageFields body={body} answers={answers} editing={editing} />
            </Section>
          )}
          {hasFields(body.type) && (
            <Section title={t('form.answers')}>
              <TypeFields {...fields} />
            </Section>
          )}
          <FeedbackSection answers={answers} editing={editing} />
          <Organisation bank_id={bank_id} form={form} />
          <SaveBar form={form} submitLabel={submitLabel} />
        </Form>
        {children}
      </Stack>
      <div className={classes.preview}>
        <QuestionPreview body={body} answers={answers} files={{ ...files, urlOf: images.urlOf }} />
      </div>
    </div>
  )
}

/** The images of the stored question, and those that were uploaded into this form. */
function useImages(files: QuestionFiles): EditedImages {
  const [uploaded, setUploaded] = useState<Readonly<Record<string, string>>>({})
  return {
    urlOf: (upload_id) => uploaded[upload_id] ?? files.urlOf(upload_id),
    add: (upload_id, url) => setUploaded((current) => ({ ...current, [upload_id]: url })),
  }
}

function SaveBar({ form, submitLabel }: Pick<Props, 'form' | 'submitLabel'>) {
  const { t } = useTranslation('question-editor')
  return (
    <div className={classes.bar}>
      <Text size="sm" c="dimmed" role="status">
        {form.isDirty ? t('unsaved') : ''}
      </Text>
      <SubmitButton form={form}>{submitLabel}</SubmitButton>
    </div>
  )
}

function FeedbackSection({ answers, editing }: { answers: FormState['values']['key']; editing: Editing }) {
  const { t } = useTranslation('question-editor')
  if (!('feedback' in answers)) return null
  return (
    <Section title={t('feedback.title')} text={t('feedback.text')}>
      <Disclosure title={t('feedback.open')} isOpen={hasFeedback(answers)}>
        <FeedbackFields answers={answers} editing={editing} />
      </Disclosure>
    </Section>
  )
}

const hasFeedback = (answers: FormState['values']['key']) =>
  'feedback' in answers &&
  (answers.hints.length > 0 || Object.values(answers.feedback).some((html) => html !== ''))

function Organisation({ bank_id, form }: Pick<Props, 'bank_id' | 'form'>) {
  const { t } = useTranslation(['question-editor', 'question-banks'])
  const tags = useApiQuery(contract.listQuestionTags, { bank_id }).data?.data ?? []
  return (
    <Section title={t('organise')}>
      <TextField {...form.field('name')} label={t('name')} hint={t('nameHint')} maxLength={200} dir="auto" />
      <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
        <TagsField
          {...form.field('tags')}
          label={t('tags')}
          hint={t('question-banks:tagsHint')}
          suggestions={tags.map(({ tag }) => tag)}
          maxTags={20}
          maxLength={50}
        />
        <SelectField
          {...form.field('difficulty')}
          label={t('question-banks:difficulty')}
          placeholder={t('question-banks:noDifficulty')}
          clearable
          choices={difficulties.map((value) => ({ value, label: t(`question-banks:level_${value}`) }))}
        />
      </Group>
    </Section>
  )
}
