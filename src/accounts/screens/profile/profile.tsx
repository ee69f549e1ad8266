import { Group, Stack } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { ActiveSessions } from './active-sessions.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileAppearance } from './profile-appearance.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'

export const handle: ScreenHandle = { namespaces: ['accounts', 'people', 'second-factor'] }

/** The user's profile: details, appearance, sections of other domains, login. */
export default function Profile({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('accounts')
  const { t: people } = useTranslation('people')
  const roleName = useRoleName()
  const me = useApiQuery(contract.getMe, {})
  const user = me.data
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading
        title={t('profile.title')}
        text={user && [user.email, user.user_code, roleName(user.user_type)].filter(Boolean).join(' · ')}
      />
      {me.error && !user && <ErrorState error={me.error} onRetry={me.refetch} />}
      {me.isPending && <ListSkeleton rows={8} />}
      {user && (
        <>
          <ProfileDetails user={user} />
          <ProfileAppearance user={user} />
          {children}
          {user.has_password ? <PasswordSection contract={contract.changePassword} /> : null}
          <SecondFactorSection hasPassword={user.has_password} />
          <ActiveSessions />
          <Group>
            <LinkButton
              to="/profile/data-privacy"
              variant="default"
              leftSection={<IconFileZip size={20} aria-hidden />}
            >
              {people('myData')}
            </LinkButton>
          </Group>
        </>
      )}
    </Stack>
  )
}
