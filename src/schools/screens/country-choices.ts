import { useMemo } from 'react'
import {
  countryCodes,
  countryName,
  currencyCodes,
  currencyName,
  isCountry,
  isTimeZone,
  timeZones,
} from '#lib/countries/countries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const byLabel = (language: string) => {
  const { compare } = new Intl.Collator(language)
  return (one: { label: string }, other: { label: string }) => compare(one.label, other.label)
}

/** Countries, currencies and time zones for select fields, in the user's language. */
export function useCountryChoices() {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const countries = countryCodes().map((value) => ({ value, label: countryName(value, language) }))
    const currencies = currencyCodes().map((value) => ({
      value,
      label: `${value} – ${currencyName(value, language)}`,
    }))
    return {
      countries: countries.toSorted(byLabel(language)),
      currencies,
      zones: timeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    }
  }, [language])
}

/** Adds a zone that the list lacks, such as an alias reported by the browser. */
export const addTimeZoneOption = (zones: { value: string; label: string }[], zone: string | null) =>
  zone && !zones.some(({ value }) => value === zone) ? [{ value: zone, label: zone }, ...zones] : zones

/** Country and time zone of the browser: defaults that the user can change. */
export function browserLocation() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const regions = navigator.languages.flatMap((tag) => new Intl.Locale(tag).region ?? [])
  return {
    time_zone: isTimeZone(timeZone) ? timeZone : 'UTC',
    country: regions.find(isCountry) ?? null,
  }
}
