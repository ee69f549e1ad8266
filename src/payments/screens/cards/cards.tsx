import { Badge, Group, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { deleteCard, getPaymentMethods, listCards, setDefaultCard } from '../../contract.ts'
import classes from '../payments.module.css'
import { CardSetupState } from './card-setup-state.tsx'
import { useOpenCardPage } from './use-open-card-page.ts'

type Card = ApiReply<typeof listCards>['data'][number]

/** The cards that the student saved, and a way to save another one. */
export function Cards() {
  const { t } = useTranslation('payments')
  const list = useApiPages(listCards, { limit: 20 })
  const methods = useApiQuery(getPaymentMethods, {})
  const page = useOpenCardPage()
  const provider = methods.data?.provider
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.isLoading || methods.isPending) return <PendingPart />
  if (!list.rows || (!provider && list.rows.length === 0)) return null
  return (
    <Section
      title={t('cards.title')}
      text={t('cards.text')}
      aside={
        provider && (
          <Button variant="default" loading={page.isOpening} onClick={page.open}>
            {t('cards.add')}
          </Button>
        )
      }
    >
      <CardSetupState />
      {list.rows.length === 0 && <Text c="dimmed">{t('cards.none')}</Text>}
      {list.rows.length > 0 && (
        <ul className={classes.list} aria-label={t('cards.title')}>
          {list.rows.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
      <ListFooter pages={list} />
      {provider && provider !== 'stripe' && (
        <Text size="sm" c="dimmed">
          {t('cards.charge', { provider: providerTitles[provider] })}
        </Text>
      )}
    </Section>
  )
}

function CardRow({ card }: { card: Card }) {
  const { t } = useTranslation('payments')
  const { brand, last4, exp_month, exp_year, is_default, is_expired } = card
  const expiry = `${String(exp_month).padStart(2, '0')}/${exp_year}`
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Group gap="xs" wrap="nowrap">
          <IconCreditCard size={20} aria-hidden />
          <Text fw={640} tt="capitalize">
            {t('cards.name', { brand, last4 })}
          </Text>
        </Group>
        <Group gap="xs" mt={4}>
          <Text size="sm" c="dimmed">
            {t('cards.expires', { date: expiry })}
          </Text>
          {is_default && <Badge variant="light">{t('cards.default')}</Badge>}
          {is_expired && (
            <Badge variant="light" color="error">
              {t('cards.expired')}
            </Badge>
          )}
        </Group>
      </div>
      <CardActions card={card} />
    </li>
  )
}

function CardActions({ card }: { card: Card }) {
  const { t } = useTranslation('payments')
  const { makeDefault, remove } = useCardActions(card)
  const { id, last4, is_default } = card
  return (
    <Group gap="xs">
      {!is_default && (
        <Button
          size="sm"
          variant="subtle"
          loading={makeDefault.isPending}
          onClick={() => makeDefault.mutate({ id })}
          aria-label={`${t('cards.makeDefault')} ${last4}`}
        >
          {t('cards.makeDefault')}
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        color="error"
        loading={remove.isPending}
        onClick={() => void remove.confirm()}
        aria-label={`${t('cards.delete')} ${last4}`}
      >
        {t('cards.delete')}
      </Button>
    </Group>
  )
}

function useCardActions({ id, last4 }: Card) {
  const { t } = useTranslation('payments')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const options = (text: string) => ({
    invalidates: [listCards],
    onSuccess: () => toast(text),
    onError: (error: ApiError) => toast(errorText(error), 'error'),
  })
  const makeDefault = useApiMutation(setDefaultCard, options(t('cards.defaultChanged')))
  const remove = useApiMutation(deleteCard, options(t('cards.deleted')))
  const confirmRemoval = async () => {
    const isConfirmed = await confirm({
      title: t('cards.deleteTitle', { last4 }),
      text: t('cards.deleteText'),
      confirmLabel: t('cards.delete'),
      danger: true,
    })
    if (isConfirmed) remove.mutate({ id })
  }
  return { makeDefault, remove: { isPending: remove.isPending, confirm: confirmRemoval } }
}
