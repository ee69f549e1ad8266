import { Group, Paper, Text } from '@mantine/core'
import { IconCopy, IconFolderSymlink, IconGauge, IconTags, IconTrash } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const actions = [
  ['tags', IconTags],
  ['difficulty', IconGauge],
  ['move', IconFolderSymlink],
  ['copy', IconCopy],
  ['delete', IconTrash],
] as const

/** A change of several questions. */
export type BulkAction = (typeof actions)[number][0]

interface Props {
  count: number
  onAction: (action: BulkAction) => void
}

/** What can be done with the selected questions. */
export function BulkBar({ count, onAction }: Props) {
  const { t } = useTranslation('question-banks')
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={t('bulk.label')}>
      <Group gap="sm">
        <Text fw={600} role="status">
          {t('bulk.selected', { number: formatNumber(count) })}
        </Text>
        {actions.map(([action, Icon]) => (
          <Button
            key={action}
            variant="default"
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => onAction(action)}
          >
            {t(`bulk.${action}.open`)}
          </Button>
        ))}
      </Group>
    </Paper>
  )
}
