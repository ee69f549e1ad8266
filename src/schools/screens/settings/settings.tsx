import {
  IconBell,
  IconBuildingCommunity,
  IconFileText,
  IconKey,
  IconMessageQuestion,
  IconPalette,
  IconShieldLock,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ColourSettings } from './colour-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { RegistrationSettings } from './registration-settings.tsx'
import { useSchoolSettings } from './use-school-settings.ts'

export const handle: ScreenHandle = { ns: ['schools', 'palette'] }

export default function SettingsScreen({ belowProfile }: { belowProfile: ReactNode }) {
  const { t } = useTranslation('schools')
  const [tab, setTab] = useQueryParam('tab')
  const { query, save } = useSchoolSettings()
  const { data: settings, error, refetch } = query
  const props = settings && { settings, save }
  const waiting = error ? <ErrorState error={error} onRetry={refetch} /> : <FormSkeleton fields={6} />
  const tabs = [
    {
      value: 'profile',
      label: t('settings.tabs.profile'),
      icon: <IconBuildingCommunity size={18} aria-hidden />,
      content: props ? (
        <>
          <ProfileSettings {...props} />
          {belowProfile}
        </>
      ) : (
        waiting
      ),
    },
    {
      value: 'colours',
      label: t('settings.tabs.colours'),
      icon: <IconPalette size={18} aria-hidden />,
      content: props ? <ColourSettings {...props} /> : waiting,
    },
    {
      value: 'registration',
      label: t('settings.tabs.registration'),
      icon: <IconUserPlus size={18} aria-hidden />,
      content: props ? <RegistrationSettings {...props} /> : waiting,
    },
    {
      value: 'notifications',
      label: t('settings.tabs.notifications'),
      icon: <IconBell size={18} aria-hidden />,
      content: <NotificationSettings />,
    },
    {
      value: 'privacy',
      label: t('settings.tabs.privacy'),
      icon: <IconShieldLock size={18} aria-hidden />,
      content: props ? <PrivacySettings {...props} /> : waiting,
    },
  ]
  const open = tabs.some(({ value }) => value === tab) ? tab! : 'profile'
  return (
    <>
      <PageHeading
        title={t('settings.title')}
        text={t('settings.text')}
        actions={
          <>
            <LinkButton
              to="/manage/settings/assistant"
              variant="default"
              leftSection={<IconMessageQuestion size={18} aria-hidden />}
            >
              {t('settings.questions')}
            </LinkButton>
            <LinkButton
              to="/manage/settings/legal-documents"
              variant="default"
              leftSection={<IconFileText size={18} aria-hidden />}
            >
              {t('settings.texts')}
            </LinkButton>
            <LinkButton
              to="/manage/login-settings"
              variant="default"
              leftSection={<IconKey size={18} aria-hidden />}
            >
              {t('settings.loggingIn')}
            </LinkButton>
          </>
        }
      />
      <Tabs label={t('settings.title')} tabs={tabs} value={open} onChange={setTab} />
    </>
  )
}
