import { languageChoices, type Language } from '#lib/languages/languages.ts'
import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { SaveState } from '#ui/form/save-state.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useCountryChoices, addTimeZoneOption } from '../country-choices.ts'
import type { Change, Settings } from './use-school-settings.ts'

interface Props {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

const startOf = (settings: Settings) => ({
  name: settings.name,
  tagline: settings.tagline,
  about: settings.about,
  contact_email: settings.contact_email,
  country: settings.country as string | null,
  time_zone: settings.time_zone as string | null,
  language: settings.language as string | null,
  is_listed: settings.is_listed,
  payment_instructions: settings.payment_instructions,
  shows_streak: settings.shows_streak,
  founded_year: settings.founded_year,
  shows_student_count: settings.shows_student_count,
})

type Values = ReturnType<typeof startOf>

const changeOf = ({ country, time_zone, language, ...plain }: Values): Change => ({
  ...plain,
  ...(country && { country }),
  ...(time_zone && { time_zone }),
  ...(language && { language: language as Language }),
})

/** The values of the form, saved automatically while the school has a name. */
function useProfile({ settings, save }: Props) {
  const { fieldErrorText } = useErrorText()
  const [values, setValues] = useState(() => startOf(settings))
  const isNameless = values.name.trim() === ''
  const saving = useAutosave(values, (next) => save(changeOf(next)), { enabled: !isNameless })
  const refused = saving.state.status === 'failed' ? saving.state.error.errors : []
  const errorOf = (path: string) => {
    if (path === 'name' && isNameless) return fieldErrorText('required', '')
    const found = refused.find((error) => error.path === path)
    return found && fieldErrorText(found.code, found.message)
  }
  const set =
    <Field extends keyof Values>(field: Field) =>
    (value: Values[Field]) =>
      setValues((current) => ({ ...current, [field]: value }))
  return { values, set, errorOf, saving }
}

/** Public profile of the school. Saves automatically. */
export function ProfileSettings({ settings, save }: Props) {
  const { saving, ...fields } = useProfile({ settings, save })
  return (
    <Stack gap="lg" maw={760}>
      <Group justify="flex-end">
        <SaveState state={saving.state} onRetry={saving.flush} />
      </Group>
      <NameFields {...fields} />
      <LocationFields {...fields} currency={settings.currency_code} />
      <FactFields {...fields} />
      <StudentFields {...fields} />
    </Stack>
  )
}

interface FieldsProps {
  values: Values
  set: <Field extends keyof Values>(field: Field) => (value: Values[Field]) => void
  errorOf: (path: string) => string | undefined
}

/** Name, tagline, text and address of the school. */
function NameFields({ values, set, errorOf }: FieldsProps) {
  const { t } = useTranslation('schools')
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="lg">
        <TextField
          name="name"
          label={t('settings.name')}
          required
          maxLength={120}
          value={values.name}
          onChange={set('name')}
          error={errorOf('name')}
        />
        <TextField
          name="tagline"
          label={t('settings.tagline')}
          hint={t('settings.taglineHint')}
          maxLength={200}
          value={values.tagline}
          onChange={set('tagline')}
          error={errorOf('tagline')}
        />
        <RichTextField
          name="about"
          label={t('settings.about')}
          hint={t('settings.aboutHint')}
          value={values.about}
          onChange={set('about')}
          error={errorOf('about')}
        />
        <TextField
          name="contact_email"
          type="email"
          label={t('settings.contactEmail')}
          hint={t('settings.contactEmailHint')}
          maxLength={254}
          value={values.contact_email}
          onChange={set('contact_email')}
          error={errorOf('contact_email')}
        />
      </Stack>
    </Paper>
  )
}

/** Where the school is, its language and currency, and whether others find it. */
function LocationFields({ values, set, errorOf, currency }: FieldsProps & { currency: string }) {
  const { t } = useTranslation('schools')
  const { countries, zones } = useCountryChoices()
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <SelectField
            name="country"
            label={t('create.country')}
            choices={countries}
            searchable
            allowDeselect={false}
            value={values.country}
            onChange={set('country')}
            error={errorOf('country')}
          />
          <SelectField
            name="time_zone"
            label={t('create.timeZone')}
            choices={addTimeZoneOption(zones, values.time_zone)}
            searchable
            allowDeselect={false}
            value={values.time_zone}
            onChange={set('time_zone')}
            error={errorOf('time_zone')}
          />
          <SelectField
            name="language"
            label={t('create.language')}
            hint={t('settings.languageHint')}
            choices={languageChoices}
            allowDeselect={false}
            value={values.language}
            onChange={set('language')}
            error={errorOf('language')}
          />
          <Currency code={currency} />
        </SimpleGrid>
        <SwitchField
          name="is_listed"
          label={t('settings.listed')}
          hint={t('settings.listedHint')}
          value={values.is_listed}
          onChange={set('is_listed')}
        />
      </Stack>
    </Paper>
  )
}

/** The currency cannot be changed. */
function Currency({ code }: { code: string }) {
  const { t } = useTranslation('schools')
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('create.currency')}
      </Text>
      <Text mt={6}>{code}</Text>
      <Text size="sm" c="dimmed">
        {t('create.currencyHint')}
      </Text>
    </div>
  )
}

const thisYear = new Date().getFullYear()

/** What the home page says of the school's age and size. */
function FactFields({ values, set, errorOf }: FieldsProps) {
  const { t } = useTranslation('schools')
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="lg">
        <NumberField
          name="founded_year"
          label={t('settings.founded')}
          hint={t('settings.foundedHint')}
          value={values.founded_year}
          onChange={set('founded_year')}
          min={1000}
          max={thisYear}
          allowDecimal={false}
          thousandSeparator=""
          maw={240}
          error={errorOf('founded_year')}
        />
        <SwitchField
          name="shows_student_count"
          label={t('settings.studentCount')}
          hint={t('settings.studentCountHint')}
          value={values.shows_student_count}
          onChange={set('shows_student_count')}
        />
      </Stack>
    </Paper>
  )
}

/** What students read about paying, and whether their home page shows a streak. */
function StudentFields({ values, set }: FieldsProps) {
  const { t } = useTranslation('schools')
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="lg">
        <TextArea
          name="payment_instructions"
          label={t('settings.payment')}
          hint={t('settings.paymentHint')}
          autosize
          minRows={3}
          maxLength={1_000}
          value={values.payment_instructions}
          onChange={set('payment_instructions')}
        />
        <SwitchField
          name="shows_streak"
          label={t('settings.streak')}
          hint={t('settings.streakHint')}
          value={values.shows_streak}
          onChange={set('shows_streak')}
        />
      </Stack>
    </Paper>
  )
}
