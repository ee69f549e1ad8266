import { List, Stack, Text } from '@mantine/core'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PreviewRow } from './use-issue.ts'
import classes from './issue-preview.module.css'

const outcomes = ['issued', 'has_certificate', 'not_a_student'] as const

/** Names that are listed; of more, their number. */
const maxNames = 50

/** Who gets a certificate, and who does not, with the reason. */
export function IssuePreview({ rows }: { rows: readonly PreviewRow[] }) {
  const { t } = useTranslation('manage-certificates')
  if (rows.length === 0)
    return (
      <Text role="status" fw={600}>
        {t('issue.nobody')}
      </Text>
    )
  return (
    <Stack gap="md" role="status">
      {outcomes.map((outcome) => (
        <Outcome key={outcome} outcome={outcome} rows={rows.filter((row) => row.outcome === outcome)} />
      ))}
    </Stack>
  )
}

interface OutcomeProps {
  outcome: (typeof outcomes)[number]
  rows: readonly PreviewRow[]
}

function Outcome({ outcome, rows }: OutcomeProps) {
  const { t } = useTranslation('manage-certificates')
  if (rows.length === 0) return null
  const more = rows.length - maxNames
  return (
    <div>
      <Text fw={600}>{t(`issue.outcomes.${outcome}`, { number: formatNumber(rows.length) })}</Text>
      <List size="sm" className={classes.names ?? ''}>
        {rows.slice(0, maxNames).map(({ student_id, student_name }) => (
          <List.Item key={student_id}>
            <bdi>{student_name || student_id}</bdi>
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('issue.more', { number: formatNumber(more) })}
        </Text>
      )}
    </div>
  )
}
