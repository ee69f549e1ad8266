import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFrame } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { formatBytes, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import classes from './upgrade-banner.module.css'

/** Dismissed for this visit. */
let isPutAway = false

const nameOf = (host: ReturnType<typeof useFrame>['host']) => (host.kind === 'school' ? host.school.name : '')

/**
 * Shows staff of a flagged school its limits. Overlays the foot of the page, so that the layout does not move.
 */
export default function UpgradeBanner() {
  const { t } = useTranslation('plans')
  const [isClosed, setClosed] = useState(isPutAway)
  const { brand, host } = useFrame()
  const { support_email } = brand
  const { data } = useApiQuery(contract.getPlan, {}, { enabled: !isClosed, staleTime: 300_000 })
  if (isClosed || !data?.limits) return null
  const { students, storage } = data.limits
  const subject = `subject=${encodeURIComponent(t('upgrade.subject', { school: nameOf(host) }))}`
  const close = () => {
    isPutAway = true
    setClosed(true)
  }
  return (
    <aside className={classes.banner} aria-label={t('upgrade.label')} data-upgrade>
      <p>
        <strong>{t('upgrade.title')}</strong>{' '}
        {t('upgrade.text', {
          students: formatNumber(students.used),
          mostStudents: formatNumber(students.limit),
          storage: formatBytes(storage.used),
          mostStorage: formatBytes(storage.limit),
        })}
      </p>
      {support_email && (
        <a className={classes.ask} href={`mailto:${support_email}?${subject}`}>
          {t('upgrade.ask')}
        </a>
      )}
      <IconButton label={t('upgrade.close')} onClick={close}>
        <IconX size={20} aria-hidden />
      </IconButton>
    </aside>
  )
}
