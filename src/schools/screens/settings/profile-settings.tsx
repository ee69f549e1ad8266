import { languageChoices, type Language } from '#lib/languages/languages.ts'
import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
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
})

type Values = ReturnType<typeof startOf>

const changeOf = ({ country, time_zone, language, ...plain }: Values): Change => ({
  ...plain,
  ...(country && { country }),
  ...(time_zone && { time_zone }),
  ...(language && { language: language as Language }),
})

/** Public profile of the school. Saves automatically. */
export function ProfileSettings({ settings, save }: Props) {
  const { t } = useTranslation('schools')
  const { fieldErrorText } = useErrorText()
  const [values, setValues] = useState(() => startOf(settings))
  const { countries, zones } = useCountryChoices()
  const nameless = values.name.trim() === ''
  const saving = useAutosave(values, (next) => save(changeOf(next)), { enabled: !nameless })
  const refused = saving.state.status === 'failed' ? saving.state.error.errors : []
  const errorOf = (path: string) => {
    const found = refused.find((error) => error.path === path)
    return found && fieldErrorText(found.code, found.message)
  }
  const set =
    <Field extends keyof Values>(field: Field) =>
    (value: Values[Field]) =>
      setValues((current) => ({ ...current, [field]: value }))

  return (
    <Stack gap="lg" maw={760}>
      <Group justify="flex-end">
        <SaveState state={saving.state} onRetry={saving.flush} />
      </Group>
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="lg">
          <TextField
            name="name"
            label={t('settings.name')}
            required
            maxLength={120}
            value={values.name}
            onChange={set('name')}
            error={nameless ? fieldErrorText('required', '') : errorOf('name')}
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
            <Currency code={settings.currency_code} />
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
      <StudentFields values={values} set={set} />
    </Stack>
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

interface StudentFieldsProps {
  values: Pick<Values, 'payment_instructions' | 'shows_streak'>
  set: <Field extends keyof Values>(field: Field) => (value: Values[Field]) => void
}

/** What students read about paying, and whether their home page shows a streak. */
function StudentFields({ values, set }: StudentFieldsProps) {
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
