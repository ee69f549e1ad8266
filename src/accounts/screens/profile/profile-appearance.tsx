import { SimpleGrid, useMantineColorScheme } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { setLanguageCookie } from '#platform/client/session/cookies.ts'
import { languageChoices, type Language } from '#lib/languages/languages.ts'
import { timeZones } from '#lib/countries/countries.ts'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { DensityField } from './density-field.tsx'
import { useSavedProfile, type Me } from './use-saved-profile.ts'

/** Language, time zone and colour scheme, stored with the user for all devices. */
export function ProfileAppearance({ user }: { user: Me }) {
  const { t, i18n } = useTranslation(['accounts', 'people'])
  const { t: shared } = useTranslation('ui')
  const { setColorScheme } = useMantineColorScheme()
  const shown = useRef(i18n.language)
  const { field, saving } = useSavedProfile({
    start: {
      language: user.language as string | null,
      time_zone: user.time_zone,
      colour_scheme: user.colour_scheme as string,
    },
    changeOf: (values) => ({
      ...values,
      language: values.language as Language | null,
      colour_scheme: values.colour_scheme as Me['colour_scheme'],
    }),
    onSaved({ colour_scheme, language }) {
      setColorScheme(colour_scheme)
      if (!language || language === shown.current) return
      setLanguageCookie(language as Language)
      // The server renders parts of the page, so the document must reload.
      location.reload()
    },
  })
  const zones = useMemo(() => {
    const zones = timeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
    const own = user.time_zone
    return own && !zones.some(({ value }) => value === own) ? [{ value: own, label: own }, ...zones] : zones
  }, [user.time_zone])
  return (
    <Section
      title={t('people:profile.looks')}
      aside={<SaveState state={saving.state} onRetry={() => void saving.flush()} />}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <SelectField
          {...field('language')}
          label={shared('language')}
          placeholder={t('people:profile.languageOfSchool')}
          choices={languageChoices}
          clearable
        />
        <SelectField
          {...field('time_zone')}
          label={t('people:profile.timeZone')}
          placeholder={t('people:profile.timeZoneOfDevice')}
          choices={zones}
          searchable
          clearable
        />
      </SimpleGrid>
      <RadioField
        {...field('colour_scheme')}
        label={shared('scheme.label')}
        choices={(['light', 'dark', 'auto'] as const).map((value) => ({
          value,
          label: shared(`scheme.${value}`),
        }))}
      />
      {user.user_type !== 'student' && <DensityField />}
    </Section>
  )
}
