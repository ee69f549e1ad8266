import { Menu } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Resets the second factor of a person who lost phone and recovery codes. */
export function ResetSecondFactorItem({
  person: { id: user_id, name },
}: {
  person: { id: string; name: string }
}) {
  const { t } = useTranslation(['accounts', 'second-factor'])
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const reset = useApiMutation(contract.resetSecondFactor, {
    onSuccess: () => toast(t('second-factor:wasReset', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('second-factor:resetTitle', { name }),
      text: t('second-factor:resetText'),
      confirmLabel: t('second-factor:reset'),
      danger: true,
    })
    if (sure) reset.mutate({ user_id })
  }
  return (
    <Menu.Item leftSection={<IconShieldOff size={18} aria-hidden />} onClick={() => void ask()}>
      {t('second-factor:reset')}
    </Menu.Item>
  )
}
