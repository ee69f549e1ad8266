import { Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconUsersGroup } from '@tabler/icons-react'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { BalanceLine } from './balances.tsx'
import { BankAccount } from './bank-account.tsx'
import { CommissionsTable } from './commissions.tsx'
import { Figure } from './figure.tsx'
import { PayoutList } from './payout-list.tsx'
import { renewalsOf } from './settings-dialog.tsx'

export const handle: ScreenHandle = { namespaces: ['affiliates'] }

type Mine = ApiReply<typeof contract.getMyAffiliate>

/** An affiliate's own page: the link, what it earned, and the bank account for payouts. */
export default function MyAffiliate() {
  const { t } = useTranslation('affiliates')
  const query = useApiQuery(contract.getMyAffiliate, {})
  const mine = query.data
  return (
    <Stack gap="lg" maw={960}>
      <PageHeading title={t('mine.title')} text={t('mine.text')} />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!mine && !query.error && <CardSkeleton cards={2} />}
      {mine && !mine.affiliate && <Join isOpen={mine.is_open} />}
      {mine?.affiliate && <Dashboard mine={mine} affiliate={mine.affiliate} />}
    </Stack>
  )
}

function Join({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('affiliates')
  const { errorText } = useErrorText()
  const join = useApiMutation(contract.becomeAffiliate, {
    invalidates: [contract.getMyAffiliate],
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <EmptyState
      icon={<IconUsersGroup size={40} />}
      title={t(isOpen ? 'mine.joinTitle' : 'mine.closed')}
      text={t(isOpen ? 'mine.joinText' : 'mine.closedText')}
      {...(isOpen && {
        action: (
          <Button loading={join.isPending} onClick={() => join.mutate({})}>
            {t('mine.join')}
          </Button>
        ),
      })}
    />
  )
}

interface DashboardProps {
  mine: Mine
  affiliate: NonNullable<Mine['affiliate']>
}

function Dashboard({ mine, affiliate }: DashboardProps) {
  const { t } = useTranslation('affiliates')
  const commissions = useApiPages(contract.listMyCommissions, { limit: 20 })
  return (
    <>
      <Links mine={mine} code={affiliate.code} />
      <Section title={t('mine.earned')} text={t('mine.earnedText', { days: mine.hold_days })}>
        {affiliate.is_suspended && <Text c="error">{t('mine.suspended')}</Text>}
        <Group gap="lg">
          <Figure name={t('clicks')} value={affiliate.clicks_count} />
          <Figure name={t('sales')} value={affiliate.sales_count} />
        </Group>
        {affiliate.balances.map((balance) => (
          <BalanceLine key={balance.currency} balance={balance} />
        ))}
      </Section>
      <BankAccount details={mine.bank_details} />
      <Section title={t('commissions')}>
        {commissions.error ? (
          <ErrorState error={commissions.error} onRetry={commissions.refetch} />
        ) : (
          <CommissionsTable list={commissions} />
        )}
      </Section>
      <Payouts />
    </>
  )
}

/** The link to the school, and to each course and plan that pays affiliates. */
function Links({ mine, code }: { mine: Mine; code: string }) {
  const { t } = useTranslation('affiliates')
  const { name } = useSchool()
  const months = mine.renewal_months
  const renewalText = t(`renewals_${renewalsOf(months)}`, { months: months ?? 0 })
  return (
    <Section title={t('mine.link')} text={t('mine.linkText', { days: mine.link_days })}>
      <LinkField label={name} address={`/?ref=${code}`} />
      {mine.courses.map(({ id, course_name, ...rates }) => (
        <LinkField
          key={id}
          label={course_name}
          address={`/?selected_course_id=${id}&ref=${code}`}
          hint={t('mine.rates', {
            commission: formatNumber(rates.commission_percentage),
            discount: formatNumber(rates.discount_percentage),
          })}
        />
      ))}
      {mine.plans.map(({ id, name: plan_name, ...rates }) => (
        <LinkField
          key={id}
          label={plan_name}
          address={`/plans/${id}?ref=${code}`}
          hint={t('mine.rates', {
            commission: formatNumber(rates.commission_percentage),
            discount: formatNumber(rates.discount_percentage),
          })}
        />
      ))}
      {mine.plans.length > 0 && <Text c="dimmed">{renewalText}</Text>}
    </Section>
  )
}

function LinkField({ label, address, hint }: { label: string; address: string; hint?: string }) {
  const { t } = useTranslation('affiliates')
  const url = `${location.origin}${address}`
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(t('mine.copied')),
      () => toast(t('mine.copyFailed'), 'error'),
    )
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <TextField
        label={label}
        hint={hint}
        value={url}
        onChange={() => {}}
        readOnly
        flex={1}
        miw={0}
        dir="ltr"
      />
      <Button
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        aria-label={t('mine.copyLabel', { name: label })}
        onClick={() => void copy()}
      >
        {t('mine.copy')}
      </Button>
    </Group>
  )
}

function Payouts() {
  const { t } = useTranslation('affiliates')
  const list = useApiPages(contract.listMyPayouts, { limit: 20 })
  if (!list.rows || list.rows.length === 0) return null
  return (
    <Section title={t('payouts')}>
      <PayoutList payouts={list.rows} />
    </Section>
  )
}
