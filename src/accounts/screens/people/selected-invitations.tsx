import { Group } from '@mantine/core'
import { IconMailForward, IconTrash } from '@tabler/icons-react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Maximum number per request. */
const maxAtOnce = 200

/** Actions on the selected invitations; closed ones are skipped. */
export function SelectedInvitations({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const invitation_ids = ids.slice(0, maxAtOnce)
  const count = invitation_ids.length
  const options = {
    invalidates: [contract.listInvitations],
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const said = (done: number, passed: number, key: 'resentMany' | 'revokedMany') => {
    const rest = passed > 0 ? ` ${t('invitations.passedOver', { count: passed })}` : ''
    toast(t(`invitations.${key}`, { count: done }) + rest)
    onDone()
  }
  const resend = useApiMutation(contract.resendInvitations, {
    ...options,
    onSuccess: ({ resent, skipped }) => said(resent, skipped, 'resentMany'),
  })
  const revoke = useApiMutation(contract.revokeInvitations, {
    ...options,
    onSuccess: ({ withdrawn, skipped }) => said(withdrawn, skipped, 'revokedMany'),
  })
  if (count === 0) return null
  const ask = async () => {
    const question = { title: t('invitations.revokeTitle', { count }), text: t('invitations.revokeText') }
    if (await confirm({ ...question, danger: true, confirmLabel: t('invitations.revokeMany', { count }) }))
      revoke.mutate({ invitation_ids })
  }
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconMailForward size={20} aria-hidden />}
        loading={resend.isPending}
        onClick={() => resend.mutate({ invitation_ids })}
      >
        {t('invitations.resendMany', { count })}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={20} aria-hidden />}
        loading={revoke.isPending}
        onClick={() => void ask()}
      >
        {t('invitations.revokeMany', { count })}
      </Button>
    </Group>
  )
}
