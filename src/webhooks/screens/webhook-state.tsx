import { Badge } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'

type Webhook = Pick<ApiReply<typeof contract.getWebhook>, 'state' | 'failing_since'>

const tones = { active: 'success', failing: 'warning', paused: 'gray', disabled: 'error' } as const

/** State of an endpoint in one word. */
export function WebhookState({ webhook: { state, failing_since } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const shown = state === 'active' && failing_since ? 'failing' : state
  return (
    <Badge variant="light" color={tones[shown]}>
      {t(`state_${shown}`)}
    </Badge>
  )
}
