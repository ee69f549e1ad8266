interface Times {
  started_at: string | Date
  submitted_at: string | Date | null
}

/** Time from the start of an attempt to its submission, such as «1 hr 12 min»; a dash while it runs. */
export function timeUsed({ started_at, submitted_at }: Times, language: string): string {
  if (submitted_at === null) return '–'
  const minutes = Math.max(
    1,
    Math.round((new Date(submitted_at).getTime() - new Date(started_at).getTime()) / 60_000),
  )
  const parts = [
    { value: Math.floor(minutes / 1440), unit: 'day' },
    { value: Math.floor((minutes % 1440) / 60), unit: 'hour' },
    { value: minutes % 60, unit: 'minute' },
  ]
  return parts
    .filter(({ value }) => value > 0)
    .slice(0, 2)
    .map(({ value, unit }) => withUnit(value, unit, language))
    .join(' ')
}

const withUnit = (value: number, unit: string, language: string) =>
  new Intl.NumberFormat([language, 'en'], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    numberingSystem: 'latn',
  }).format(value)
