import { Anchor, Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export type OwnedSchool = ApiReply<typeof contract.listMySchools>['data'][number]

/** One school of an owner, with its state and a button to enter. */
export function OwnedSchoolCard({ school }: { school: OwnedSchool }) {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const { school_id, name } = school
  const enter = useApiMutation(contract.enterSchool, {
    onSuccess: (answer) => location.assign(answer.url),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Paper component="li" withBorder radius="lg" p="lg">
      <Stack h="100%" justify="space-between" gap="lg">
        <Stack gap="md">
          <Head school={school} />
          <Group gap="xs">
            <Badge variant="light" tt="none">
              {t(`account.plan_${school.plan_name}`)}
            </Badge>
            {school.closes_at && (
              <Badge color="warning" tt="none">
                {t('account.closes')} <Time at={school.closes_at} style="date" />
              </Badge>
            )}
            {school.is_flagged && (
              <Badge variant="outline" color="gray" tt="none">
                {t('account.flagged')}
              </Badge>
            )}
          </Group>
          <Figures school={school} />
        </Stack>
        <Group gap="sm" grow>
          <Button
            variant="light"
            loading={enter.isPending || enter.isSuccess}
            onClick={() => enter.mutate({ school_id })}
            aria-label={`${t('account.enter')}: ${name}`}
          >
            {t('account.enter')}
          </Button>
          <LinkButton
            variant="default"
            to={`/account/schools/${school_id}`}
            aria-label={`${t('account.manage')}: ${name}`}
          >
            {t('account.manage')}
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  )
}

function Head({ school: { name, url, logo_url } }: { school: OwnedSchool }) {
  return (
    <Group wrap="nowrap" gap="md">
      <Avatar name={name} src={logo_url && new URL(logo_url, url).href} size={48} />
      <div style={{ minWidth: 0 }}>
        <Title order={2} size="h4" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Anchor href={url} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {new URL(url).host}
        </Anchor>
      </div>
    </Group>
  )
}

/** The server does not count beyond this. */
const maxCounted = 10_000
const counted = (value: number) => `${formatNumber(value)}${value >= maxCounted ? '+' : ''}`

function Figures({ school: { stats } }: { school: OwnedSchool }) {
  const { t } = useTranslation('people')
  if (!stats)
    return (
      <Text size="sm" c="dimmed">
        {t('account.counting')}
      </Text>
    )
  const { last_activity_at } = stats
  return (
    <div>
      <SimpleGrid cols={3} spacing="xs" component="dl" m={0}>
        <Figure label={t('account.approved')}>{counted(stats.students_approved)}</Figure>
        <Figure label={t('account.pending')}>{counted(stats.students_pending)}</Figure>
        <Figure label={t('account.courses')}>{counted(stats.courses_published)}</Figure>
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="sm">
        {last_activity_at ? (
          <>
            {t('account.lastActivity')} <Time at={last_activity_at} style="relative" />
          </>
        ) : (
          t('account.noActivity')
        )}
      </Text>
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={680}>
        {children}
      </Text>
    </div>
  )
}
