import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ImportCounts } from './import-counts.tsx'
import type { StudentImport } from './import-progress.tsx'

interface Props {
  list: StudentImport
  onAgain: () => void
}

/** What came of a list, and what to do next. */
export function ImportResult({ list, onAgain }: Props) {
  const { t } = useTranslation('bulk-upload')
  const { added_count, invited_count, placed_count, unchanged_count, fault_count } = list
  return (
    <>
      <ImportCounts
        label={t('result')}
        figures={[
          ...(added_count > 0 ? [['added', added_count] as const] : []),
          ['invited', invited_count],
          ['placed', placed_count],
          ['unchanged', unchanged_count],
          ['fault', fault_count],
        ]}
      />
      {fault_count > 0 && <Text>{t('mend')}</Text>}
      <Group gap="sm">
        <LinkButton to="/manage/students" variant={fault_count > 0 ? 'default' : 'filled'}>
          {t('toStudents')}
        </LinkButton>
        {invited_count > 0 && (
          <LinkButton to="/manage/people?tab=invitations" variant="default">
            {t('toInvitations')}
          </LinkButton>
        )}
        <Button variant={fault_count > 0 ? 'filled' : 'default'} onClick={onAgain}>
          {t('again')}
        </Button>
      </Group>
    </>
  )
}
