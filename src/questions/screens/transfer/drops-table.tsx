import { ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { Drop } from '#lib/question-formats/index.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  dropped: readonly Drop[]
  /** Number of drops that are not listed. */
  more?: number
  /** What `at` counts. */
  counted: 'line' | 'question'
}

/** What a file or the bank has and the other side cannot hold. */
export function DropsTable({ dropped, more = 0, counted }: Props) {
  const { t } = useTranslation('question-banks')
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('files.dropped', { number: formatNumber(dropped.length + more) })}</Text>
      <ScrollArea.Autosize
        mah={280}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('files.droppedLabel') }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`files.${counted}`)}</Table.Th>
              <Table.Th>{t('files.missing')}</Table.Th>
              <Table.Th>{t('files.text')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {dropped.map(({ at, code, text }, index) => (
              // A question may lose the same thing twice, so that nothing else identifies a row.
              // oxlint-disable-next-line react/no-array-index-key
              <Table.Tr key={index}>
                <Table.Td>{formatNumber(at)}</Table.Td>
                <Table.Td>{t(`files.drops.${code}`)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }} dir="auto">
                  {text}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {more > 0 && <Text c="dimmed">{t('files.moreDropped', { number: formatNumber(more) })}</Text>}
    </Stack>
  )
}
