import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/**
 * Warns before a page with unsaved text is left, by link or by closing it. No warning if `saveChanges` can save the
 * text.
 */
export function useLeaveWarning(active: boolean, saveChanges?: () => Promise<boolean>) {
  const { t } = useTranslation('ui')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let left = false
    void Promise.resolve(saveChanges?.() ?? false).then((settled) => {
      if (left) return
      // The browser's own confirm dialog blocks everything else, which is needed here.
      if (settled || window.confirm(t('form.leave'))) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      left = true
    }
  }, [blocker, saveChanges, t])
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
