import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BrandSettings } from './brand-settings.tsx'
import { SettingsPage } from '../settings-page.tsx'

export const handle: ScreenHandle = { namespaces: ['schools', 'palette'] }

/** The colours and fonts of the school. */
export default function BrandPage() {
  const { t } = useTranslation('schools')
  return (
    <SettingsPage title={t('settings.pages.brand')} text={t('settings.text')}>
      {(props) => <BrandSettings {...props} />}
    </SettingsPage>
  )
}
