import { Group, Text } from '@mantine/core'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ImportCounts } from './import-counts.tsx'
import type { StudentImport } from './import-progress.tsx'

interface Props {
  list: StudentImport
  onAgain: () => void
}

/** Result of an import, with next steps. */
export function ImportResult({ list, onAgain }: Props) {
  const { t } = useTranslation('student-imports')
  const { added_count, invited_count, assigned_count, unchanged_count, invalid_count } = list
  return (
    <>
      <ImportCounts
        label={t('result')}
        figures={[
          ...(added_count > 0 ? [['added', added_count] as const] : []),
          ['invited', invited_count],
          ['assigned', assigned_count],
          ['unchanged', unchanged_count],
          ['invalid', invalid_count],
        ]}
      />
      {invalid_count > 0 && <Text>{t('mend')}</Text>}
      <Group gap="sm">
        <LinkButton to="/manage/students" variant={invalid_count > 0 ? 'default' : 'filled'}>
          {t('toStudents')}
        </LinkButton>
        {invited_count > 0 && (
          <LinkButton to="/manage/people?tab=invitations" variant="default">
            {t('toInvitations')}
          </LinkButton>
        )}
        <Button variant={invalid_count > 0 ? 'filled' : 'default'} onClick={onAgain}>
          {t('again')}
        </Button>
      </Group>
    </>
  )
}
