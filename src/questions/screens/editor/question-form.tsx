import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { ArticleField } from '#ui/form/rich-text/article/article-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { QuestionFiles } from '#ui/questions/question-props.ts'
import * as contract from '../../contract.ts'
import { difficulties } from '../bank/question-filters.tsx'
import { FeedbackFields } from './fields/feedback-fields.tsx'
import { withIds, withNumbers } from './fields/gap-numbers.ts'
import { hasFields, TypeFields } from './fields/type-fields.tsx'
import { Disclosure } from './parts/disclosure.tsx'
import { QuestionPreview } from './preview/question-preview.tsx'
import { bodyField, type Editing, type QuestionForm as FormState } from './question-draft.ts'
import { sendToQuestion } from './send-to-question.ts'
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
  const editing: Editing = { set: form.set, errors: form.errors, bodyPath: 'body', keyPath: 'key' }
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
          {hasFields(body.type) && (
            <Section title={t('form.answers')}>
              <TypeFields {...fields} />
            </Section>
          )}
          {'feedback' in answers && (
            <Section title={t('feedback.title')} text={t('feedback.text')}>
              <Disclosure title={t('feedback.open')} isOpen={hasFeedback(answers)}>
                <FeedbackFields answers={answers} editing={editing} />
              </Disclosure>
            </Section>
          )}
          <Organisation bank_id={bank_id} form={form} />
          <SaveBar form={form} submitLabel={submitLabel} />
        </Form>
        {children}
      </Stack>
      <div className={classes.preview}>
        <QuestionPreview body={body} answers={answers} files={files} />
      </div>
    </div>
  )
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

const hasFeedback = (answers: FormState['values']['key']) =>
  'feedback' in answers &&
  (answers.hints.length > 0 || Object.values(answers.feedback).some((html) => html !== ''))

type FieldsProps = Pick<FormState['values'], 'body'> & {
  answers: FormState['values']['key']
  editing: Editing
}

/** The text of the question. Gaps are shown by their numbers. */
function QuestionTextField({ body, answers, editing }: FieldsProps) {
  const { t } = useTranslation('question-editor')
  const field = bodyField(editing, 'text', body.text)
  const shared = { label: t('text'), send: sendToQuestion, minHeight: 110 }
  if (body.type !== 'gaps' || answers.type !== 'gaps') return <ArticleField {...shared} {...field} />
  const change = (text: string) => {
    const next = withIds(text, { gaps: body.gaps, answers: answers.gaps })
    editing.set('body.gaps', next.gaps)
    editing.set('key.gaps', next.answers)
    field.onChange(next.text)
  }
  return (
    <ArticleField
      {...shared}
      {...field}
      hint={t('gapsHint')}
      value={withNumbers(body.text, body.gaps)}
      onChange={change}
    />
  )
}

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
