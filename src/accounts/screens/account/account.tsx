import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { EraseAccountSection } from './erase-account-section.tsx'
import { ActiveSessions } from '../profile/active-sessions.tsx'
import { OwnedSchools } from './owned-schools.tsx'
import { PasswordSection } from '../profile/password-section.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'

export const handle: ScreenHandle = { namespaces: ['accounts', 'people', 'second-factor'] }

/** An owner's schools and account settings. */
export default function AccountScreen() {
  const { t } = useTranslation(['accounts', 'people'])
  const account = useApiQuery(contract.getMyAccount, {})
  return (
    <Stack gap="xl">
      <PageHeading
        title={t('people:account.title')}
        text={account.data ? `${account.data.name} · ${account.data.email}` : '\u00A0'}
        actions={
          <LinkButton to="/create-school" leftSection={<IconPlus size={20} aria-hidden />}>
            {t('root.openSchool')}
          </LinkButton>
        }
      />
      <OwnedSchools />
      <Stack gap="xl" maw={760}>
        <PasswordSection contract={contract.changeAccountPassword} />
        <SecondFactorSection hasPassword />
        <ActiveSessions />
        <EraseAccountSection />
      </Stack>
    </Stack>
  )
}
