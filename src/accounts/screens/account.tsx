import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Answered } from '#platform/client/client.ts'
import { useApiMutation, useApiPages, useApiQuery } from '#platform/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Avatar } from '#ui/pieces/avatar.tsx'
import { Button, LinkButton } from '#ui/pieces/button.tsx'
import { EmptyState } from '#ui/pieces/empty-state.tsx'
import { ErrorState } from '#ui/pieces/error-state.tsx'
import { PageHeading } from '#ui/pieces/page-heading.tsx'
import { CardSkeleton } from '#ui/pieces/skeletons.tsx'
import { toast } from '#ui/pieces/toasts.tsx'
import * as contract from '../contract.ts'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export const handle: ScreenHandle = { ns: ['accounts', 'people'] }

type School = Answered<typeof contract.listMySchools>['data'][number]

/** An owner's schools, and the account itself. */
export default function AccountScreen() {
  const { t } = useTranslation('accounts')
  const account = useApiQuery(contract.myAccount, {})
  return (
    <Stack gap="xl">
      <PageHeading
        title={t('people:account.title')}
        text={account.data && `${account.data.name} · ${account.data.email}`}
        actions={
          <LinkButton to="/create-school" leftSection={<IconPlus size={20} aria-hidden />}>
            {t('root.openSchool')}
          </LinkButton>
        }
      />
      <Schools />
      <Stack gap="xl" maw={760}>
        <PasswordSection contract={contract.changeAccountPassword} />
        <SecondFactorSection hasPassword />
      </Stack>
    </Stack>
  )
}

function Schools() {
  const { t } = useTranslation('accounts')
  const { t: shared } = useTranslation('ui')
  const schools = useApiPages(contract.listMySchools, { limit: 30 })
  if (schools.error) return <ErrorState error={schools.error} onRetry={schools.refetch} />
  if (!schools.rows) return <CardSkeleton cards={2} />
  if (schools.rows.length === 0)
    return (
      <EmptyState
        icon={<IconBuildingCommunity size={32} />}
        title={t('people:account.none')}
        text={t('people:account.noneText')}
        action={<LinkButton to="/create-school">{t('root.openSchool')}</LinkButton>}
      />
    )
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {schools.rows.map((school) => (
          <SchoolCard key={school.school_id} school={school} />
        ))}
      </SimpleGrid>
      {schools.hasMore && (
        <Group>
          <Button variant="default" loading={schools.isLoadingMore} onClick={schools.loadMore}>
            {shared('table.more')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function SchoolCard({ school }: { school: School }) {
  const { t } = useTranslation('accounts')
  const { errorText } = useErrorText()
  const { school_id, name, tagline, url, logo_url } = school
  const enter = useApiMutation(contract.enterSchool, {
    onSuccess: (answer) => location.assign(answer.url),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Paper component="li" withBorder radius="lg" p="lg">
      <Stack h="100%" justify="space-between" gap="lg">
        <div>
          <Group wrap="nowrap" gap="md">
            <Avatar name={name} src={logo_url && new URL(logo_url, url).href} size={48} />
            <div style={{ minWidth: 0 }}>
              <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Title>
              <Anchor href={url} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {new URL(url).host}
              </Anchor>
            </div>
          </Group>
          {tagline && (
            <Text c="dimmed" size="sm" mt="sm">
              {tagline}
            </Text>
          )}
        </div>
        <Button
          variant="light"
          loading={enter.isPending || enter.isSuccess}
          onClick={() => enter.mutate({ school_id })}
          aria-label={`${t('people:account.enter')}: ${name}`}
        >
          {t('people:account.enter')}
        </Button>
      </Stack>
    </Paper>
  )
}
