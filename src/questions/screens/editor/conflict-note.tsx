import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export interface Conflict {
  changed_by: string | null
  changed_at: string
}

interface Props {
  conflict: Conflict
  /** Path of the saved question. */
  path: string
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Another person saved the question: who, when, and a choice of what to keep. */
export function ConflictNote({ conflict, path, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTranslation('question-editor')
  const { changed_by, changed_at } = conflict
  return (
    <Alert
      color="warning"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={changed_by ? t('conflict.title', { name: changed_by }) : t('conflict.someone')}
    >
      <Text size="sm">
        <Time at={changed_at} style="datetime" />. {t('conflict.text')}
      </Text>
      <Anchor href={path} target="_blank" rel="noreferrer" size="sm">
        {t('conflict.open')}
      </Anchor>
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
