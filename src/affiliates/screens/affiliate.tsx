import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconBan, IconCash, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Affiliate, OpenDialog } from './affiliates.tsx'
import { BalanceLine } from './balances.tsx'
import { CommissionsTable } from './commissions.tsx'
import { Figure } from './figure.tsx'
import { PayoutList } from './payout-list.tsx'

const Dialogs = lazy(() => import('./affiliate-dialogs.tsx'))

export const handle: ScreenHandle = { namespaces: ['affiliates'] }

/** An affiliate as staff see it: sales, commissions, payouts and bank account. */
export default function AffiliateScreen() {
  const { t } = useTranslation('affiliates')
  const { affiliate_id = '' } = useParams()
  const query = useApiQuery(contract.getAffiliate, { id: affiliate_id })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const affiliate = query.data
  return (
    <Stack gap="lg" maw={960}>
      <PageHeading
        title={affiliate ? affiliate.user.name || affiliate.user.email : t('affiliate')}
        crumbs={[{ label: t('title'), to: '/manage/affiliates' }]}
        isLoading={!affiliate}
        actions={affiliate && <Actions affiliate={affiliate} onOpen={setOpen} />}
      />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!affiliate && !query.error && <CardSkeleton cards={2} />}
      {affiliate && (
        <>
          <Overview affiliate={affiliate} />
          <Bank affiliate={affiliate} />
          <Commissions id={affiliate.id} />
          <Payouts id={affiliate.id} />
        </>
      )}
      <Suspense>{open && <Dialogs open={open} onClose={() => setOpen(null)} />}</Suspense>
    </Stack>
  )
}

interface ActionsProps {
  affiliate: Affiliate
  onOpen: (dialog: OpenDialog) => void
}

function Actions({ affiliate, onOpen }: ActionsProps) {
  const { t } = useTranslation('affiliates')
  const suspension = useSuspension(affiliate)
  const isPayable = affiliate.balances.some(({ payable }) => payable > 0)
  return (
    <>
      {isPayable && (
        <Button
          leftSection={<IconCash size={18} aria-hidden />}
          onClick={() => onOpen({ kind: 'pay', affiliate })}
        >
          {t('pay.save')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => onOpen({ kind: 'edit', affiliate })}
      >
        {t('details.rate')}
      </Button>
      <Button
        variant="default"
        loading={suspension.isBusy}
        leftSection={
          affiliate.is_suspended ? (
            <IconCircleCheck size={18} aria-hidden />
          ) : (
            <IconBan size={18} aria-hidden />
          )
        }
        onClick={() => void suspension.toggle()}
      >
        {t(affiliate.is_suspended ? 'details.allow' : 'details.stop')}
      </Button>
    </>
  )
}

/** Stops an affiliate after a confirmation, or allows the affiliate again. */
function useSuspension({ id, is_suspended }: Affiliate) {
  const { t } = useTranslation('affiliates')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const change = useApiMutation(contract.updateAffiliate, {
    invalidates: [contract.getAffiliate, contract.listAffiliates],
    onSuccess: (changed) => toast(t(changed.is_suspended ? 'details.stopped' : 'details.allowed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return {
    isBusy: change.isPending,
    async toggle() {
      const question = {
        title: t('details.stop'),
        text: t('edit.suspendHint'),
        confirmLabel: t('details.stop'),
      }
      const isConfirmed = is_suspended || (await confirm(question))
      if (isConfirmed) change.mutate({ id, is_suspended: !is_suspended })
    },
  }
}

function Overview({ affiliate }: { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates')
  const { user, code, commission_percentage, is_suspended, created_at } = affiliate
  return (
    <Section
      title={t('details.overview')}
      aside={
        is_suspended && (
          <Badge variant="light" color="warning">
            {t('suspended')}
          </Badge>
        )
      }
    >
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text component="div">{user.email}</Text>
        <Text c="dimmed">
          <span dir="ltr">{code}</span> · {t('details.since')} <Time at={created_at} style="date" />
        </Text>
        <Text>
          {commission_percentage === null
            ? t('rateOfCourse')
            : t('rate', { percentage: formatNumber(commission_percentage) })}
        </Text>
      </div>
      <Group gap="xl">
        <Figure name={t('clicks')} value={affiliate.clicks_count} />
        <Figure name={t('sales')} value={affiliate.sales_count} />
      </Group>
      {affiliate.balances.map((balance) => (
        <BalanceLine key={balance.currency} balance={balance} />
      ))}
    </Section>
  )
}

function Bank({ affiliate: { bank_details: bank } }: { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates')
  return (
    <Section title={t('bank.title')}>
      {bank ? (
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('bank.current', { bank: bank.bank_name, name: bank.account_name, digits: bank.account_suffix })}
        </Text>
      ) : (
        <Text c="dimmed">{t('details.noBank')}</Text>
      )}
    </Section>
  )
}

function Commissions({ id }: { id: string }) {
  const { t } = useTranslation('affiliates')
  const list = useApiPages(contract.listAffiliateCommissions, { id, limit: 20 })
  return (
    <Section title={t('commissions')}>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <CommissionsTable list={list} />
      )}
    </Section>
  )
}

function Payouts({ id }: { id: string }) {
  const { t } = useTranslation('affiliates')
  const list = useApiPages(contract.listAffiliatePayouts, { id, limit: 20 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <Section title={t('payouts')}>
      {list.rows?.length === 0 && <Text c="dimmed">{t('details.noPayouts')}</Text>}
      {list.rows && list.rows.length > 0 && <PayoutList payouts={list.rows} />}
      <ListFooter pages={list} />
    </Section>
  )
}
