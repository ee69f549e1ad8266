import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { NotificationSettings } from './notification-settings.tsx'

export const handle: ScreenHandle = { namespaces: ['schools'] }

/** Which changes students are notified of. */
export default function NotificationPage() {
  const { t } = useTranslation('schools')
  return (
    <>
      <PageHeading title={t('settings.pages.notifications')} text={t('settings.text')} />
      <NotificationSettings />
    </>
  )
}
