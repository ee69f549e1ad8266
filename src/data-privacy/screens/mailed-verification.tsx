import { Stack, Text } from '@mantine/core'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

interface Props {
  text: string | null
}

/** For people who have no password or forgot it. */
export function MailedVerification({ text }: Props) {
  const { t } = useTranslation('data-privacy')
  const { errorText } = useErrorText()
  const mail = useApiMutation(contract.mailReauthLink, {
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Stack aria-live="polite">
      {text && <Text>{text}</Text>}
      {mail.isSuccess ? (
        <Text fw={600}>{t('erase.mailed')}</Text>
      ) : (
        <Button loading={mail.isPending} onClick={() => mail.mutate({ page: 'data_privacy' })}>
          {t('erase.mailLink')}
        </Button>
      )}
    </Stack>
  )
}
