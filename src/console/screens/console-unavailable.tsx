import { Anchor, List, Stack } from '@mantine/core'
import { IconDeviceMobile, IconMailCheck, IconShieldLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { getPlatformRole } from '#accounts/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

type PlatformRoleReply = ApiReply<typeof getPlatformRole>

/** Shows the account what is missing before the console opens; to others, page not found. */
export default function ConsoleUnavailable({ platformRole }: { platformRole: PlatformRoleReply }) {
  const { t } = useTranslation('console')
  if (platformRole.platform_role !== 'privileged')
    return (
      <>
        <PageHeading title={t('closed.nothing')} hidden />
        <EmptyState
          icon={<IconShieldLock size={32} />}
          title={t('closed.nothing')}
          text={t('closed.nothingText')}
          action={<LinkButton to="/account">{t('closed.account')}</LinkButton>}
        />
      </>
    )
  return (
    <Stack gap="lg" maw={720}>
      <PageHeading title={t('closed.title')} text={t('closed.text')} />
      <List spacing="md" size="lg" center>
        {platformRole.missing.includes('email_proof') && (
          <List.Item icon={<IconMailCheck size={24} aria-hidden />}>
            {t('closed.email')} <Inner to="/forgot-password">{t('closed.emailLink')}</Inner>
          </List.Item>
        )}
        {platformRole.missing.includes('second_factor') && (
          <List.Item icon={<IconDeviceMobile size={24} aria-hidden />}>
            {t('closed.factor')} <Inner to="/account">{t('closed.factorLink')}</Inner>
          </List.Item>
        )}
      </List>
    </Stack>
  )
}

const Inner = ({ to, children }: { to: string; children: string }) => (
  <Anchor inherit renderRoot={(props: object) => <Link to={to} {...props} />}>
    {children}
  </Anchor>
)
