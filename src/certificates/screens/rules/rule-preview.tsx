import { Text } from '@mantine/core'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import classes from './rules.module.css'

interface Condition {
  course_id: string | null
  content_id: string | null
  min_score: number | null
}

interface Props {
  /** The template. */
  id: string
  condition: Condition
}

const isComplete = ({ course_id, content_id, min_score }: Condition) =>
  course_id !== null && (content_id === null || (min_score !== null && min_score >= 1 && min_score <= 100))

/** How many students meet the rule now, and how many of them would get the certificate. */
export function RulePreview({ id, condition }: Props) {
  const { t } = useTranslation('certificate-designer')
  const { errorText } = useErrorText()
  const { course_id, content_id, min_score } = condition
  const input = { id, course_id: course_id ?? '', ...(content_id && { content_id, min_score }) }
  const enabled = isComplete(condition)
  const { data, error } = useApiQuery(contract.previewCertificateRule, input, { enabled, keepPrevious: true })
  return (
    <div role="status" className={classes.preview}>
      {error && <Text size="sm">{errorText(error)}</Text>}
      {enabled && data && (
        <>
          <Text size="sm">{t('rules.meeting', { number: formatNumber(data.meeting_count) })}</Text>
          <Text size="sm">{t('rules.without', { number: formatNumber(data.new_count) })}</Text>
        </>
      )}
    </div>
  )
}
