import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { DialogButtons } from '../fields/dialog-buttons.tsx'
import { CourseField } from '../fields/course-field.tsx'
import { IssuePreview } from './issue-preview.tsx'
import { IssueProblem } from './issue-problem.tsx'
import { StudentsField } from './students-field.tsx'
import { TemplateField } from '../fields/template-field.tsx'
import { useIssue, type RecipientKind } from './use-issue.ts'

const recipients = ['chosen', 'completed'] as const

/** Issues certificates to chosen students, or to all who completed a course, after a preview of who gets one. */
export default function IssueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('manage-certificates')
  const issue = useIssue(onClose)
  return (
    <Modal opened onClose={onClose} title={t('issue.title')} size="lg">
      {issue.preview ? (
        <Stack gap="lg">
          <IssuePreview rows={issue.preview} />
          <IssueProblem error={issue.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={issue.back}>
              {t('issue.back')}
            </Button>
            <Button
              loading={issue.isBusy}
              disabled={issue.count === 0}
              onClick={() => void issue.submit()}
              data-autofocus
            >
              {t('issue.submit', { number: formatNumber(issue.count) })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Choice issue={issue} onClose={onClose} />
      )}
    </Modal>
  )
}

type Issue = ReturnType<typeof useIssue>

interface ChoiceProps {
  issue: Issue
  onClose: () => void
}

function Choice({ issue, onClose }: ChoiceProps) {
  const { t } = useTranslation('manage-certificates')
  const { t: shared } = useTranslation('ui')
  const { values, set } = issue
  const [isChecked, setChecked] = useState(false)
  const errorOf = (field: (typeof issue.missing)[number]) =>
    isChecked && issue.missing.includes(field) ? shared('fieldErrors.required') : null
  return (
    <form
      noValidate
      aria-label={t('issue.title')}
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (issue.missing.length === 0) void issue.showPreview()
      }}
    >
      <Stack gap="lg">
        <IssueProblem error={issue.error} />
        <TemplateField value={values.template} onChange={(template) => set({ template })} />
        <CourseField
          label={t('course')}
          hint={t('issue.courseHint')}
          placeholder={t('issue.courseOfTemplate')}
          value={values.course_id}
          onChange={(course_id) => set({ course_id })}
          error={errorOf('course_id')}
        />
        <Recipients issue={issue} error={errorOf('students')} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={issue.isBusy}>
            {t('issue.preview')}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

interface RecipientsProps {
  issue: Issue
  error: string | null
}

/** Who gets a certificate; the printed name can be changed for a single student. */
function Recipients({ issue: { values, set }, error }: RecipientsProps) {
  const { t } = useTranslation('manage-certificates')
  const isOne = values.recipients === 'chosen' && values.students.length === 1
  return (
    <>
      <RadioField
        label={t('issue.recipients')}
        value={values.recipients}
        onChange={(chosen) => set({ recipients: chosen as RecipientKind })}
        choices={recipients.map((value) => ({ value, label: t(`issue.${value}`) }))}
      />
      {values.recipients === 'chosen' && (
        <StudentsField value={values.students} onChange={(students) => set({ students })} error={error} />
      )}
      {isOne && (
        <TextField
          label={t('printedName')}
          hint={t('issue.nameHint')}
          value={values.student_name}
          onChange={(student_name) => set({ student_name })}
          maxLength={200}
          dir="auto"
        />
      )}
    </>
  )
}
