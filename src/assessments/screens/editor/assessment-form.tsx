import { Alert, Group, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconUsers } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PublishIssue } from '../../contract.ts'
import { newSection, totalsOf, type Assessment } from './assessment-draft.ts'
import { issueText } from './issues.ts'
import { SectionBox } from './section-box.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { useAssessmentForm, type Conflict } from './use-assessment-form.ts'
import classes from './assessment-editor.module.css'

interface Props {
  assessment: Assessment
  onReload: () => void
}

const maxSections = 50

/** Texts, questions and rules of an assessment. */
export function AssessmentForm({ assessment, onReload }: Props) {
  const { t } = useTranslation('assessment-editor')
  const { form, conflict, publish, unpublish, isBusy } = useAssessmentForm(assessment)
  const { sections } = form.values
  // The positions of the problems are those of the saved draft.
  const issues = form.isDirty ? [] : assessment.publish_issues
  const totals = totalsOf(sections)
  return (
    <Form form={form} label={t('form')} warnOnLeave>
      {conflict && <ConflictNote conflict={conflict} onReload={onReload} />}
      <FormSummary form={form} />
      <IssuesNote issues={issues} />
      <Section title={t('texts')}>
        <TextField {...form.field('name')} label={t('name')} required maxLength={200} dir="auto" />
        <RichTextField
          {...form.field('instructions')}
          label={t('instructions')}
          hint={t('instructionsHint')}
          minHeight={90}
        />
      </Section>
      {sections.map((section, index) => (
        <SectionBox key={section.key} form={form} section={section} index={index} issues={issues} />
      ))}
      <Group justify="space-between" gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={sections.length >= maxSections}
          onClick={() => form.set('sections', [...sections, newSection()])}
        >
          {t('addSection')}
        </Button>
        <Text c="dimmed">
          {t('totals', {
            questions: formatNumber(totals.questions),
            points: formatNumber(totals.points),
          })}
        </Text>
      </Group>
      <SettingsFields form={form} />
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" role="status">
          {form.isDirty ? t('unsaved') : ''}
        </Text>
        {assessment.is_published && (
          <Button variant="subtle" color="gray" loading={isBusy} onClick={() => void unpublish()}>
            {t('unpublish')}
          </Button>
        )}
        <SubmitButton form={form} variant="default">
          {t('save')}
        </SubmitButton>
        <Button loading={isBusy} onClick={() => void publish()}>
          {t('publish')}
        </Button>
      </div>
    </Form>
  )
}

/** What prevents publishing; problems of single questions are shown at them too. */
function IssuesNote({ issues }: { issues: readonly PublishIssue[] }) {
  const { t } = useTranslation('assessment-editor')
  if (issues.length === 0) return null
  const texts = new Set(
    issues.map((issue) =>
      issue.section === null
        ? issueText(t, issue)
        : `${t('section', { number: issue.section + 1 })}: ${issueText(t, issue)}`,
    ),
  )
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('issues.title')}>
      <List size="sm">
        {[...texts].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Another person saved the draft. */
function ConflictNote({ conflict, onReload }: { conflict: Conflict; onReload: () => void }) {
  const { t } = useTranslation('assessment-editor')
  const { changed_by } = conflict
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={changed_by ? t('conflict.title', { name: changed_by }) : t('conflict.someone')}
    >
      <Text size="sm">{t('conflict.text')}</Text>
      <Button size="sm" mt="sm" variant="default" onClick={onReload}>
        {t('conflict.theirs')}
      </Button>
    </Alert>
  )
}
