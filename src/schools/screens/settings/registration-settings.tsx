import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { SaveState } from '#ui/form/save-state.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  toStoredQuestion,
  isValidQuestion,
  RegistrationQuestions,
  type RegistrationQuestion,
} from './registration-questions.tsx'
import type { Change, Settings } from './use-school-settings.ts'

interface Props {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

const inputOf = <V extends { registration_fields: RegistrationQuestion[] }>(values: V) => ({
  ...values,
  registration_fields: values.registration_fields.map(toStoredQuestion),
})

/** Who may register, and which questions the form contains. Saves automatically. */
export function RegistrationSettings({ settings, save }: Props) {
  const { t } = useTranslation('schools')
  const [values, setValues] = useState(() => ({
    allow_student_registration: settings.allow_student_registration,
    allow_teacher_registration: settings.allow_teacher_registration,
    allow_manual_student_approval: settings.allow_manual_student_approval,
    registration_fields: settings.registration_fields as RegistrationQuestion[],
  }))
  const saving = useAutosave(values, (next) => save(inputOf(next)), {
    enabled: values.registration_fields.every(isValidQuestion),
  })
  const set = (field: keyof typeof values) => (value: unknown) =>
    setValues((current) => ({ ...current, [field]: value }))
  // On every other plan staff approve all students, whatever the setting says.
  const offersApprovalChoice = settings.account_user_plans.plan_name === 'commission'
  return (
    <Stack gap="lg" maw={760}>
      <Group justify="flex-end">
        <SaveState state={saving.state} onRetry={saving.flush} />
      </Group>
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="lg">
          <SwitchField
            name="allow_student_registration"
            label={t('registration.students')}
            hint={t('registration.studentsHint')}
            value={values.allow_student_registration}
            onChange={set('allow_student_registration')}
          />
          <SwitchField
            name="allow_teacher_registration"
            label={t('registration.teachers')}
            hint={t('registration.teachersHint')}
            value={values.allow_teacher_registration}
            onChange={set('allow_teacher_registration')}
          />
          {offersApprovalChoice ? (
            <SwitchField
              name="allow_manual_student_approval"
              label={t('registration.approval')}
              hint={t('registration.approvalHint')}
              value={values.allow_manual_student_approval}
              onChange={set('allow_manual_student_approval')}
            />
          ) : (
            <Text c="dimmed">{t('registration.approvalAlways')}</Text>
          )}
        </Stack>
      </Paper>
      <Paper withBorder radius="lg" p="lg">
        <Title order={2} size="h3">
          {t('registration.questions')}
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          {t('registration.questionsText')}
        </Text>
        <RegistrationQuestions questions={values.registration_fields} onChange={set('registration_fields')} />
      </Paper>
    </Stack>
  )
}
