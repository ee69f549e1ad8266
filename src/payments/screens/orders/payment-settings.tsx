import { Alert, Badge, Group, List, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getPaymentMethods } from '../../contract.ts'

export const handle: ScreenHandle = { namespaces: ['payments'] }

type Methods = ApiReply<typeof getPaymentMethods>

/** Which provider takes the school's payments, and how to change it. */
export default function PaymentSettings() {
  const { t } = useTranslation('payments')
  const query = useApiQuery(getPaymentMethods, {})
  return (
    <Stack gap="lg" maw={760}>
      <PageHeading title={t('settings.title')} text={t('settings.text')} />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <CardSkeleton cards={1} />}
      {query.data && <Account methods={query.data} />}
    </Stack>
  )
}

function Account({ methods }: { methods: Methods }) {
  const { t } = useTranslation('payments')
  const { provider, is_test, currency } = methods
  const isOwner = useSession()?.user_type === 'account_user'
  return (
    <Section
      title={provider ? t('settings.active', { provider: providerTitles[provider] }) : t('settings.none')}
      aside={<Mode methods={methods} />}
    >
      <Text>{t(provider ? 'settings.activeText' : 'settings.noneText', { currency })}</Text>
      {is_test && (
        <Alert color="warning" icon={<IconInfoCircle aria-hidden />} title={t('settings.testTitle')}>
          {t('settings.testText')}
        </Alert>
      )}
      <div>
        <Text fw={640}>{t('settings.howTo')}</Text>
        <List mt={6} spacing={4}>
          <List.Item>{t('settings.keys')}</List.Item>
          <List.Item>{t('settings.rule')}</List.Item>
          {!provider && <List.Item>{t('settings.offline')}</List.Item>}
        </List>
      </div>
      <Group gap="sm">
        <LinkButton to="/manage/orders" variant="default">
          {t('settings.toOrders')}
        </LinkButton>
        {!provider && isOwner && (
          <LinkButton to="/manage/settings" variant="default">
            {t('settings.toInstructions')}
          </LinkButton>
        )}
      </Group>
    </Section>
  )
}

/** Whether payments are on, and whether they move money. */
function Mode({ methods: { provider, is_test } }: { methods: Methods }) {
  const { t } = useTranslation('payments')
  return (
    <Group gap="xs">
      {provider && (
        <Badge color="success" variant="light">
          {t('settings.on')}
        </Badge>
      )}
      {is_test && (
        <Badge color="accent" variant="outline">
          {t('testMode')}
        </Badge>
      )}
    </Group>
  )
}
