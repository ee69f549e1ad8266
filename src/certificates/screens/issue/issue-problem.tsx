import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'

/** Why nothing was issued. */
export function IssueProblem({ error }: { error: ApiError | null }) {
  const { errorText } = useErrorText()
  if (!error) return null
  return (
    <Alert color="error" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {errorText(error)}
    </Alert>
  )
}
