import { Alert, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export interface Conflict {
  changed_by: string | null
}

interface Props {
  conflict: Conflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Another person saved the template: a choice of what to keep. */
export function ConflictNote({ conflict: { changed_by }, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTranslation('certificate-designer')
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={changed_by ? t('conflict.title', { name: changed_by }) : t('conflict.someone')}
    >
      <Text size="sm">{t('conflict.text')}</Text>
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
