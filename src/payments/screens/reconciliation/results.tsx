import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Differences } from './differences.tsx'
import { Runs } from './runs.tsx'

/** The filter of the address: open differences unless all were chosen. */
export function useDifferenceState(): { state?: 'open' } {
  const [chosen] = useQueryParam('differences')
  return chosen === 'all' ? {} : { state: 'open' }
}

interface Failing {
  error: ApiError | null
  refetch: () => void
}

interface Props {
  differences: ComponentProps<typeof Differences>['list'] & Failing
  runs: ComponentProps<typeof Runs>['list'] & Failing
  isPlatform: boolean
}

/** Differences that people explain, and the nightly runs that found them. */
export function ReconciliationResults({ differences, runs, isPlatform }: Props) {
  const { t } = useTranslation('revenue')
  const [chosen, setChosen] = useQueryParam('differences')
  const failed = [differences, runs].find(({ error }) => error)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  return (
    <Stack gap="lg">
      <Section title={t('differences')} text={t('differencesText')}>
        <SelectField
          label={t('state')}
          value={chosen === 'all' ? 'all' : 'open'}
          allowDeselect={false}
          onChange={(value) => setChosen(value === 'all' ? 'all' : null)}
          choices={[
            { value: 'open', label: t('show.open') },
            { value: 'all', label: t('show.all') },
          ]}
          w={{ base: '100%', xs: 220 }}
        />
        <Differences list={differences} isPlatform={isPlatform} />
      </Section>
      <Section title={t('runs')} text={t('runsText')}>
        <Runs list={runs} />
      </Section>
    </Stack>
  )
}
