import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ImportCounts } from './import-counts.tsx'
import { ImportLines } from './import-lines.tsx'
import { ImportOptionsForm } from './import-options-form.tsx'
import type { StudentImport } from './import-progress.tsx'

interface Props {
  list: StudentImport
  onAgain: () => void
}

/** Preview of an import. */
export function ImportPreview({ list, onAgain }: Props) {
  const { t } = useTranslation('student-imports')
  const { new_count, existing_count, pending_invitation_count, invalid_count, example_count, seats_left } =
    list
  const isTooMany = seats_left !== null && new_count > seats_left
  return (
    <Stack gap="lg">
      <ImportCounts
        label={t('found')}
        figures={[
          ['new', new_count],
          ['existing', existing_count],
          ['already_invited', pending_invitation_count],
          ['invalid', invalid_count],
        ]}
      />
      {example_count > 0 && (
        <Text size="sm" c="dimmed">
          {t('examples', { count: example_count })}
        </Text>
      )}
      {isTooMany && (
        <Alert color="warning" icon={<IconAlertTriangle aria-hidden />}>
          {t('tooMany', { count: seats_left, shown: formatNumber(seats_left) })}
        </Alert>
      )}
      <Columns list={list} />
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} maw={840}>
        <ImportOptionsForm list={list} onAgain={onAgain} />
      </Paper>
      <ImportLines list={list} />
    </Stack>
  )
}

/** The recognised columns of the file. */
function Columns({ list: { columns, encoding } }: { list: StudentImport }) {
  const { t } = useTranslation('student-imports')
  const read = columns.flatMap(({ heading, field }) =>
    field && field !== 'password' && field !== 'problem' ? [{ heading, field }] : [],
  )
  const unread = columns.filter(({ field, heading }) => !field && heading)
  return (
    <section aria-labelledby="student-imports-columns">
      <Title order={2} size="h4" mb="xs" id="student-imports-columns">
        {t('columns.title')}
      </Title>
      <Group gap="xs">
        {read.map(({ heading, field }) => (
          <Badge key={`${field}/${heading}`} variant="light" size="lg" tt="none">
            {heading && heading !== t(`columns.${field}`)
              ? `${heading} → ${t(`columns.${field}`)}`
              : t(`columns.${field}`)}
          </Badge>
        ))}
      </Group>
      {unread.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {t('columns.unread', { names: unread.map(({ heading }) => heading).join(', ') })}
        </Text>
      )}
      {encoding === 'windows-1252' && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('columns.oldLetters')}
        </Text>
      )}
      {columns.some(({ field }) => field === 'password') && (
        <Alert color="warning" icon={<IconKey aria-hidden />} mt="sm">
          {t('columns.password')}
        </Alert>
      )}
    </section>
  )
}
