import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { logOut } from '#tenancy/client/session/log-in.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import classes from './support-banner.module.css'

const RaiseVisit = lazy(() => import('./request-write-access.tsx'))

/** Shown on every page during a support visit; cannot be dismissed. */
export default function SupportBanner() {
  const { t } = useTranslation('support')
  const client = useQueryClient()
  const [raising, setRaising] = useState(false)
  const visit = useApiQuery(contract.getMyVisit, {}, { refetchInterval: 30_000 }).data
  const now = useNow()
  const end = visit ? Date.parse(visit.ends_at) : Infinity
  const raisedUntil = visit?.write_access_until ? Date.parse(visit.write_access_until) : 0
  const isOver = now >= end
  useEffect(() => {
    // The response is that the session has ended, and the client leaves the page.
    if (isOver) void client.invalidateQueries({ queryKey: queryKey(contract.getMyVisit) })
  }, [isOver, client])
  if (!visit) return null
  const isRaised = raisedUntil > now
  return (
    <section className={classes.banner} aria-label={t('banner.label')}>
      <p className={classes.who}>{t('banner.who', { name: visit.name, email: visit.email })}</p>
      <p className={classes.state}>
        <span role="timer">{t('banner.left', { time: clockOf(end - now) })}</span>
        {' · '}
        {isRaised ? t('banner.raised', { time: clockOf(raisedUntil - now) }) : t('banner.reading')}
      </p>
      <div className={classes.actions}>
        {!isRaised && (
          <Button variant="default" onClick={() => setRaising(true)}>
            {t('banner.raise')}
          </Button>
        )}
        <Button variant="default" onClick={() => void logOut()}>
          {t('banner.leave')}
        </Button>
      </div>
      <Suspense>{raising && <RaiseVisit onClose={() => setRaising(false)} />}</Suspense>
    </section>
  )
}

/** The current time, updated every second. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Remaining minutes and seconds. */
function clockOf(ms: number) {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
