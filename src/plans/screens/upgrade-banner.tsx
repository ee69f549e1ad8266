import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { getCookie, planNoticeCookie, setCookie } from '#platform/client/session/cookies.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { limitLevel } from './limit-level.ts'
import { usageTexts, useUpgradeMail } from './plan-texts.ts'

/** Tells owners and admins that 80 % or all of a limit is used. Hidden, it returns only at the next level. */
export default function UpgradeBanner() {
  const { t } = useTranslation('plans')
  const [hidden, setHidden] = useState(() => getCookie(planNoticeCookie))
  const mail = useUpgradeMail()
  const { data } = useApiQuery(contract.getPlan, {}, { staleTime: 300_000 })
  const level = data?.limits ? limitLevel(data.limits) : 'none'
  if (!data?.limits || level === 'none' || level === hidden) return null
  const close = () => {
    setCookie(planNoticeCookie, level)
    setHidden(level)
  }
  return (
    <aside aria-label={t('upgrade.label')} data-upgrade>
      <Alert
        role="presentation"
        color={level === 'reached' ? 'error' : 'warning'}
        radius={0}
        icon={<IconAlertTriangle aria-hidden />}
        withCloseButton
        closeButtonLabel={t('upgrade.close')}
        onClose={close}
      >
        <strong>{t(`upgrade.${level}`)}</strong> {t('upgrade.text', usageTexts(data.limits))}{' '}
        {mail && (
          <Anchor href={mail} underline="always">
            {t('upgrade.ask')}
          </Anchor>
        )}
      </Alert>
    </aside>
  )
}
