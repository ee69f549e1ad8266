import { languageChoices } from '#lib/languages/languages.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { currencyForCountry } from '#lib/countries/currency-for-country.ts'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { suggestAddresses } from '../../creation/address.ts'
import { AddressField } from './address-field.tsx'
import { browserLocation, useCountryChoices, addTimeZoneOption } from '../country-choices.ts'

export type NewSchool = {
  name: string
  school_url: string
  country: string | null
  currency_code: string | null
  time_zone: string | null
  language: string
}

export const emptySchool = (language: string): NewSchool => ({
  name: '',
  school_url: '',
  country: null,
  currency_code: null,
  time_zone: null,
  language,
})

/** Name, address and country of a school. */
export function SchoolFields({ form }: { form: ApiForm<NewSchool> }) {
  const { t } = useTranslation('schools')
  const { countries, currencies, zones } = useCountryChoices()
  const { name, country, time_zone, school_url } = form.values
  // The address follows the name until the user edits it.
  const proposed = useRef('')
  useBrowserLocation(form)

  const rename = (next: string) => {
    const follows = school_url === '' || school_url === proposed.current
    proposed.current = suggestAddresses(next)[0] ?? ''
    form.set('name', next)
    if (follows) form.set('school_url', proposed.current)
  }
  const move = (next: string | null) => {
    form.set('country', next)
    const currency = next && currencyForCountry(next)
    if (currency) form.set('currency_code', currency)
  }

  return (
    <Stack gap="lg">
      <TextField
        {...form.field('name')}
        value={name}
        onChange={rename}
        label={t('create.name')}
        required
        autoComplete="organization"
        maxLength={120}
      />
      <AddressField {...form.field('school_url')} country={country} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'end' }}>
        <SelectField
          {...form.field('country')}
          onChange={move}
          label={t('create.country')}
          choices={countries}
          required
          searchable
        />
        <SelectField
          {...form.field('currency_code')}
          label={t('create.currency')}
          hint={t('create.currencyHint')}
          choices={currencies}
          required
          searchable
        />
        <SelectField
          {...form.field('time_zone')}
          label={t('create.timeZone')}
          hint={t('create.timeZoneHint')}
          choices={addTimeZoneOption(zones, time_zone)}
          required
          searchable
        />
        <RadioField
          {...form.field('language')}
          value={form.values.language}
          label={t('create.language')}
          choices={languageChoices}
        />
      </SimpleGrid>
    </Stack>
  )
}

function useBrowserLocation(form: ApiForm<NewSchool>) {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || form.values.time_zone !== null) return
    done.current = true
    const { country, time_zone } = browserLocation()
    form.setValues((values) => ({
      ...values,
      time_zone,
      country,
      currency_code: country && currencyForCountry(country),
    }))
  }, [form])
}
