import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  countryCodes,
  countryName,
  currencyCodes,
  currencyName,
  isCountry,
  isTimeZone,
  timeZones,
} from '#lib/countries/countries.ts'

const byLabel = (language: string) => {
  const { compare } = new Intl.Collator(language)
  return (one: { label: string }, other: { label: string }) => compare(one.label, other.label)
}

/** Countries, currencies and zones to choose from, in the reader's language. */
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

/** A zone that the list does not name, such as an alias that the browser reported, stays a choice. */
export const addTimeZoneOption = (zones: { value: string; label: string }[], zone: string | null) =>
  zone && !zones.some(({ value }) => value === zone) ? [{ value: zone, label: zone }, ...zones] : zones

/** Where the browser says that it is; a proposal that the person sees and changes. */
export function browserLocation() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const regions = navigator.languages.flatMap((tag) => new Intl.Locale(tag).region ?? [])
  return {
    time_zone: isTimeZone(timeZone) ? timeZone : 'UTC',
    country: regions.find(isCountry) ?? null,
  }
}
