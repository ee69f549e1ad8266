import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  error: ApiError
  onRetry?: () => unknown
}

/** Shows what happened, what to do, and the request id for support. */
export function ErrorState({ error, onRetry }: Props) {
  const { t } = useTranslation('ui')
  const { errorText } = useErrorText()
  const offline = error.status === 0
  return (
    <Alert
      color={offline ? 'warning' : 'error'}
      icon={offline ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={errorText(error)}
      role="alert"
    >
      <Text size="sm">{t(offline ? 'error.offlineAdvice' : 'error.advice')}</Text>
      <Group mt="sm" gap="md">
        {onRetry && (
          <Button size="sm" variant="default" onClick={() => void onRetry()}>
            {t('actions.retry')}
          </Button>
        )}
        {error.request_id && (
          <Text size="xs" c="dimmed">
            {t('error.id', { id: error.request_id })}
          </Text>
        )}
      </Group>
    </Alert>
  )
}
