import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from '@tabler/icons-react'
import type { AutosaveStatus } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  state: AutosaveStatus
  onRetry?: () => void
}

/** Shows whether all changes are saved. Screen readers announce changes. */
export function SaveState({ state, onRetry }: Props) {
  const { t } = useTranslation('ui')
  const { errorText } = useErrorText()
  const icons = {
    saved: IconCheck,
    waiting: IconLoader2,
    saving: IconLoader2,
    offline: IconCloudOff,
    failed: IconAlertTriangle,
  }
  const Icon = icons[state.status]
  const text = state.status === 'failed' ? errorText(state.error) : t(`save.${state.status}`)
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <Icon
        size={18}
        aria-hidden
        color={state.status === 'failed' ? 'var(--ly-error-text)' : 'var(--ly-muted)'}
      />
      <Text size="sm" c={state.status === 'failed' ? 'error' : 'dimmed'}>
        {text}
      </Text>
      {state.status === 'failed' && onRetry && (
        <Button size="compact-sm" variant="default" flex="none" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      )}
    </Group>
  )
}
