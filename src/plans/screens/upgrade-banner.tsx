import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { getCookie, planNoticeCookie, setCookie } from '#platform/client/session/cookies.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { limitLevel } from './limit-level.ts'
import { planPagePath, usageTexts, useIsPlanPageOpen } from './plan-texts.ts'
import { PlanLink, UpgradeLink } from './upgrade-link.tsx'

/**
 * Tells owners and admins that a payment of the plan is overdue, or that 80 % or all of a limit is used. The latter can be hidden;
 * it returns only at the next level.
 */
export default function UpgradeBanner() {
  const [hidden, setHidden] = useState(() => getCookie(planNoticeCookie))
  const { pathname } = useLocation()
  const { data } = useApiQuery(contract.getPlan, {}, { staleTime: 300_000 })
  // That page says everything itself.
  if (!data || pathname === planPagePath) return null
  if (data.grace_ends_at) return <OverdueNotice grace_ends_at={data.grace_ends_at} />
  const level = data.limits ? limitLevel(data.limits) : 'none'
  if (!data.limits || level === 'none' || level === hidden) return null
  const close = () => {
    setCookie(planNoticeCookie, level)
    setHidden(level)
  }
  return <LimitNotice level={level} limits={data.limits} onClose={close} />
}

interface NoticeProps {
  color: 'error' | 'warning'
  onClose?: () => void
  children: ReactNode
}

function Notice({ color, onClose, children }: NoticeProps) {
  const { t } = useTranslation('plans')
  return (
    <aside aria-label={t('upgrade.label')} data-upgrade>
      <Alert
        role="presentation"
        color={color}
        radius={0}
        icon={<IconAlertTriangle aria-hidden />}
        {...(onClose && { withCloseButton: true, closeButtonLabel: t('upgrade.close'), onClose })}
      >
        {children}
      </Alert>
    </aside>
  )
}

function OverdueNotice({ grace_ends_at }: { grace_ends_at: string | Date }) {
  const { t } = useTranslation('plans')
  const isOpen = useIsPlanPageOpen()
  const [before, after] = t('overdue.text', { date: '|' }).split('|')
  return (
    <Notice color="error">
      <strong>{t('overdue.title')}</strong> {before}
      <Time at={grace_ends_at} style="date" />
      {after} {isOpen ? <PlanLink label={t('overdue.pay')} /> : t('overdue.askOwner')}
    </Notice>
  )
}

interface LimitProps {
  level: 'near' | 'reached'
  limits: Parameters<typeof usageTexts>[0]
  onClose: () => void
}

function LimitNotice({ level, limits, onClose }: LimitProps) {
  const { t } = useTranslation('plans')
  return (
    <Notice color={level === 'reached' ? 'error' : 'warning'} onClose={onClose}>
      <strong>{t(`upgrade.${level}`)}</strong> {t('upgrade.text', usageTexts(limits))} <UpgradeLink />
    </Notice>
  )
}
