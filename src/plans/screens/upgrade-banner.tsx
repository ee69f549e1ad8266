import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { limitLevel, type LimitLevel } from './limit-level.ts'
import { usageTexts, useUpgradeMail } from './plan-texts.ts'

const keyOf = (school_id: string) => `plan_notice_${school_id}`

/** The level that was hidden in this browser; null if none was, or if the browser stores nothing. */
function hiddenLevel(school_id: string) {
  try {
    return localStorage.getItem(keyOf(school_id))
  } catch {
    return null
  }
}

function storeHiddenLevel(school_id: string, level: LimitLevel) {
  try {
    localStorage.setItem(keyOf(school_id), level)
  } catch {
    // The notice then returns with the next page load.
  }
}

/** Tells owners and admins that 80 % or all of a limit is used. Hidden, it returns only at the next level. */
export default function UpgradeBanner() {
  const { t } = useTranslation('plans')
  const { school_id } = useSchool()
  const [hidden, setHidden] = useState(() => hiddenLevel(school_id))
  const mail = useUpgradeMail()
  const { data } = useApiQuery(contract.getPlan, {}, { staleTime: 300_000 })
  const level = data?.limits ? limitLevel(data.limits) : 'none'
  if (!data?.limits || level === 'none' || level === hidden) return null
  const close = () => {
    storeHiddenLevel(school_id, level)
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
