import { Alert, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Conflict } from './use-content-saving.ts'

interface Props {
  conflict: Conflict
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** The differences. */
  children?: ReactNode
}

/** Another person saved the same item: who, when, and a choice of the version to keep. */
export function ConflictNote({ conflict, onKeepMine, onTakeTheirs, children }: Props) {
  const { t } = useTranslation('courses')
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={conflict.changed_by ? t('conflict.title', { name: conflict.changed_by }) : t('conflict.someone')}
    >
      <Text size="sm" mb="sm">
        <Time at={conflict.changed_at} style="datetime" />. {t('conflict.text')}
      </Text>
      {children}
      <Group mt="sm" gap="sm">
        <Button size="sm" variant="default" onClick={onTakeTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button size="sm" variant="default" onClick={onKeepMine}>
          {t('conflict.mine')}
        </Button>
      </Group>
    </Alert>
  )
}
