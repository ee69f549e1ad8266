import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

/**
 * Asks before a page with unsent text is left, by link or by closing it. What `settle` can send within the app
 * needs no question.
 */
export function useLeaveWarning(active: boolean, settle?: () => Promise<boolean>) {
  const { t } = useTranslation('ui')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let left = false
    void Promise.resolve(settle?.() ?? false).then((settled) => {
      if (left) return
      // The browser's own question stops everything else, as it must here.
      if (settled || window.confirm(t('form.leave'))) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      left = true
    }
  }, [blocker, settle, t])
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
