import { useSyncExternalStore } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './offline-banner.module.css'

function onLineChange(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useOnline = () =>
  useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  )

/** Shown above all content while the browser is offline. */
export function OfflineBanner() {
  const { t } = useTranslation(['ui', 'kit'])
  const online = useOnline()
  return <div role="status">{!online && <p className={classes.banner}>{t('kit:offline')}</p>}</div>
}
