import { SimpleGrid } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../../contract.ts'
import classes from './results.module.css'

export type Results = ApiReply<typeof contract.getAssessmentResults>

/** How many took the assessment, what is to mark, and how it went. */
export function ResultFigures({ results }: { results: Results }) {
  const { t } = useTranslation('marking')
  const { student_count, running_count, pending_count, average_score, passed_percent } = results
  const percent = (value: number | null) =>
    value === null ? '–' : t('results.percent', { number: formatNumber(value) })
  const figures = [
    { text: t('results.students'), value: formatNumber(student_count) },
    { text: t('results.running'), value: formatNumber(running_count) },
    { text: t('results.pending'), value: formatNumber(pending_count) },
    { text: t('results.average'), value: percent(average_score) },
    { text: t('results.passed'), value: percent(passed_percent) },
  ]
  return (
    <section aria-label={t('results.figures')}>
      <SimpleGrid
        cols={{ base: 2, sm: 3, lg: 5 }}
        spacing={{ base: 'sm', sm: 'md' }}
        component="dl"
        className={classes.figures ?? ''}
      >
        {figures.map(({ text, value }) => (
          <div key={text} className={classes.figure}>
            <dt>{text}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
      </SimpleGrid>
    </section>
  )
}
