import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { SettingsPage } from '../settings-page.tsx'
import { WordingSettings } from './wording-settings.tsx'

export const handle: ScreenHandle = { namespaces: ['schools'] }

/** The school's own words in texts for students and visitors. */
export default function WordingPage() {
  const { t } = useTranslation('schools')
  return (
    <SettingsPage title={t('settings.pages.wording')} text={t('wording.text')}>
      {(props) => <WordingSettings {...props} />}
    </SettingsPage>
  )
}
