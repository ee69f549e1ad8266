import { Paper, SimpleGrid, Text } from '@mantine/core'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

type Figure =
  | 'new'
  | 'existing'
  | 'already_invited'
  | 'example'
  | 'invalid'
  | 'added'
  | 'invited'
  | 'assigned'
  | 'unchanged'

interface Props {
  label: string
  figures: readonly (readonly [Figure, number])[]
}

/** A few labelled counts side by side. */
export function ImportCounts({ label, figures }: Props) {
  const { t } = useTranslation('student-imports')
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" m={0} aria-label={label}>
      {figures.map(([name, value]) => (
        <Paper key={name} withBorder radius="md" p="sm">
          <Text component="dt" size="sm" c="dimmed">
            {t(`figures.${name}`)}
          </Text>
          <Text component="dd" m={0} size="xl" fw={640}>
            {formatNumber(value)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
