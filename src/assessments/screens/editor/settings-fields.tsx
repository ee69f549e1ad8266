import { Anchor, SimpleGrid, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { Section } from '#ui/components/layout/section.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AssessmentDraft } from './assessment-draft.ts'

interface Props {
  form: ApiForm<AssessmentDraft>
}

type RequiredNumber = 'late_percent_per_day' | 'late_floor_percent' | 'late_sync_hours'

/** A number that the server requires: an empty field gets its error when it is saved. */
const numberField = (form: Props['form'], name: RequiredNumber) => ({
  ...form.field(`settings.${name}`),
  onChange: (value: number | null) => form.set(`settings.${name}`, value),
})

/** Rules of an assessment, in groups. */
export function SettingsFields({ form }: Props) {
  return (
    <>
      <TimeSettings form={form} />
      <AttemptSettings form={form} />
      <ReleaseSettings form={form} />
    </>
  )
}

function TimeSettings({ form }: Props) {
  const { t } = useTranslation('assessment-editor')
  const isLate = form.values.settings.due_at !== null
  const percent = { min: 0, max: 100, suffix: ' %' }
  return (
    <Section title={t('time.title')} text={t('time.text')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <DateTimeField {...form.field('settings.opens_at')} label={t('time.opens')} />
        <DateTimeField {...form.field('settings.closes_at')} label={t('time.closes')} />
        <DateTimeField {...form.field('settings.due_at')} label={t('time.due')} hint={t('time.dueHint')} />
        <NumberField
          {...form.field('settings.time_limit_minutes')}
          label={t('time.limit')}
          hint={t('time.limitHint')}
          min={1}
          max={10_080}
        />
        {isLate && (
          <>
            <NumberField
              {...numberField(form, 'late_percent_per_day')}
              {...percent}
              label={t('time.late')}
              hint={t('time.lateHint')}
            />
            <NumberField
              {...numberField(form, 'late_floor_percent')}
              {...percent}
              label={t('time.floor')}
              hint={t('time.floorHint')}
            />
          </>
        )}
        <NumberField
          {...numberField(form, 'late_sync_hours')}
          label={t('time.sync')}
          hint={t('time.syncHint')}
          min={0}
          max={168}
        />
      </SimpleGrid>
    </Section>
  )
}

const scores = ['best', 'last', 'average'] as const

function AttemptSettings({ form }: Props) {
  const { t } = useTranslation('assessment-editor')
  return (
    <Section title={t('attempts.title')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <NumberField
          {...form.field('settings.max_attempts')}
          label={t('attempts.max')}
          hint={t('attempts.maxHint')}
          min={1}
          max={100}
        />
        <NativeSelectField
          {...form.field('settings.score_from')}
          label={t('attempts.score')}
          description={t('attempts.scoreHint')}
          choices={scores.map((value) => ({ value, label: t(`attempts.${value}`) }))}
          onChange={(value) => form.set('settings.score_from', value)}
        />
        <NumberField
          {...form.field('settings.pass_percent')}
          label={t('attempts.pass')}
          hint={t('attempts.passHint')}
          min={0}
          max={100}
          suffix=" %"
        />
        <TextField
          {...form.field('settings.access_code')}
          label={t('attempts.code')}
          hint={t('attempts.codeHint')}
          maxLength={50}
          autoComplete="off"
        />
      </SimpleGrid>
      <Stack gap="sm">
        <SwitchField {...form.toggle('settings.one_question_per_page')} label={t('attempts.onePerPage')} />
        <SwitchField {...form.toggle('settings.shuffle_questions')} label={t('attempts.shuffle')} />
        <SwitchField
          {...form.toggle('settings.anonymous_marking')}
          label={t('attempts.anonymous')}
          hint={t('attempts.anonymousHint')}
        />
      </Stack>
      <Anchor renderRoot={(props: object) => <Link to="exceptions" prefetch="intent" {...props} />}>
        {t('exceptions')}
      </Anchor>
    </Section>
  )
}

const moments = ['when_marked', 'after_closing', 'at', 'by_staff'] as const
const shown = ['score', 'marks', 'answers'] as const

function ReleaseSettings({ form }: Props) {
  const { t } = useTranslation('assessment-editor')
  const { when } = form.values.settings.release
  return (
    <Section title={t('release.title')} text={t('release.text')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <NativeSelectField
          {...form.field('settings.release.when')}
          label={t('release.when')}
          choices={moments.map((value) => ({ value, label: t(`release.${value}`) }))}
          onChange={(value) => form.set('settings.release.when', value)}
        />
        <NativeSelectField
          {...form.field('settings.release.show')}
          label={t('release.show')}
          choices={shown.map((value) => ({ value, label: t(`release.${value}`) }))}
          onChange={(value) => form.set('settings.release.show', value)}
        />
        {when === 'at' && (
          <DateTimeField {...form.field('settings.release.at')} label={t('release.moment')} required />
        )}
      </SimpleGrid>
    </Section>
  )
}
