import { Alert, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { useLocalDraft } from './use-local-draft.ts'

/** Says that typed text was restored, or asks whether to restore it. */
export function LocalDraftNote({ notice, restore, discard, dismiss }: ReturnType<typeof useLocalDraft>) {
  const { t } = useTranslation('courses')
  if (notice === null) return null
  return (
    <Alert role="status" icon={<IconHistory aria-hidden />} title={t(`localDraft.${notice}`)}>
      {t(`localDraft.${notice}Text`)}
      <Group mt="sm" gap="sm">
        {notice === 'outdated' && (
          <Button size="sm" variant="default" onClick={restore}>
            {t('localDraft.restore')}
          </Button>
        )}
        {notice === 'restored' && (
          <Button size="sm" variant="default" onClick={dismiss}>
            {t('localDraft.keep')}
          </Button>
        )}
        <Button size="sm" variant="default" onClick={discard}>
          {t('localDraft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
