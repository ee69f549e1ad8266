import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconMail, IconMailExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Remaining mails to new people today, and when waiting invitations are sent. */
export function MailAllowanceNotice() {
  const { t } = useTranslation('mail-allowance')
  const { data } = useApiQuery(contract.getMailAllowance, {})
  if (!data) return null
  if (!data.is_confirmed) return <Unconfirmed waiting={data.queued} />
  if (data.remaining > 0)
    return (
      <Text size="sm" c="dimmed">
        {t('allowance.left', { left: data.remaining, allowance: data.allowed_per_day })}
      </Text>
    )
  return (
    <Alert color="warning" icon={<IconMail aria-hidden />} title={t('allowance.usedTitle')}>
      <Text size="sm">{t('allowance.usedText', { allowance: data.allowed_per_day })}</Text>
      <Text size="sm">
        {data.queued > 0 && `${t('allowance.waiting', { waiting: data.queued })} `}
        {t('allowance.next')} <Time at={data.resumes_at} />
      </Text>
    </Alert>
  )
}

/** Tells admins that mails to new people wait; renders nothing for others or if nothing waits. */
export function WaitingMailNotice() {
  const role = useSession()?.user_type
  const isAdmin = role === 'admin' || role === 'account_user'
  const { data } = useApiQuery(contract.getMailAllowance, {}, { enabled: isAdmin, staleTime: 0 })
  return data && data.queued > 0 && data.remaining === 0 ? <MailAllowanceNotice /> : null
}

function Unconfirmed({ waiting }: { waiting: number }) {
  const { t } = useTranslation('mail-allowance')
  const { errorText } = useErrorText()
  const isOwner = useSession()?.user_type === 'account_user'
  const [isSent, setSent] = useState(false)
  const ask = useApiMutation(contract.requestEmailConfirmation, {
    onSuccess: () => setSent(true),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Alert color="warning" icon={<IconMailExclamation aria-hidden />} title={t('allowance.confirmTitle')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(isOwner ? 'allowance.confirmText' : 'allowance.confirmOwner')}
          {waiting > 0 && ` ${t('allowance.waiting', { waiting })}`}
        </Text>
        {isOwner && (
          <Group gap="sm" role="status">
            {isSent ? (
              <Text size="sm">{t('allowance.sent')}</Text>
            ) : (
              <Button size="sm" loading={ask.isPending} onClick={() => ask.mutate({})}>
                {t('allowance.send')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
