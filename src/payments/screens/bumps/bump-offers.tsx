import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { OfferResults, offerTones, type BumpOffer } from './offer-results.tsx'
import classes from './bumps.module.css'

const BumpDialog = lazy(() => import('./bump-dialog.tsx'))

/** What offers are added to. */
export type OfferItem = { course_id: string } | { plan_id: string }

/** Offers of a course or plan. */
const maxOffers = 3

/** The offers of a course or plan, with what they sold. Teachers read why they see none. */
export function BumpOffers({ item }: { item: OfferItem }) {
  const { t } = useTranslation('bumps')
  const isAdmin = useSession()?.user_type !== 'teacher'
  return (
    <Stack gap="md">
      <Text c="dimmed">{t(isAdmin ? 'text' : 'adminsOnly')}</Text>
      {isAdmin && <OfferList item={item} />}
    </Stack>
  )
}

function OfferList({ item }: { item: OfferItem }) {
  const { t } = useTranslation('bumps')
  const query = useApiQuery(contract.listBumpOffers, { ...item, limit: maxOffers })
  const [open, setOpen] = useState<'new' | BumpOffer | null>(null)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <CardSkeleton cards={1} />
  const offers = query.data.data.toSorted((one, other) => one.position - other.position)
  return (
    <>
      {offers.length === 0 && <Text>{t('none')}</Text>}
      <ol className={classes.offers}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <Offer offer={offer} count={offers.length} onEdit={() => setOpen(offer)} />
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={offers.length >= maxOffers}
          onClick={() => setOpen('new')}
        >
          {t('add')}
        </Button>
      </div>
      <Suspense>
        {open && (
          <BumpDialog
            item={item}
            offer={open === 'new' ? null : open}
            taken={offers.map(({ bump_course_id }) => bump_course_id)}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

interface OfferProps {
  offer: BumpOffer
  /** Offers of the same item. */
  count: number
  onEdit: () => void
}

function Offer({ offer, count, onEdit }: OfferProps) {
  const { t } = useTranslation('bumps')
  const { bump_course_name, price, currency, headline, state } = offer
  return (
    <Paper withBorder radius="md" p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 14rem">
          <Text fw={560}>{bump_course_name}</Text>
          <Text size="sm">{price === null ? t('fullPrice') : formatMoney(price, currency)}</Text>
          {headline && (
            <Text size="sm" c="dimmed">
              {headline}
            </Text>
          )}
          <OfferResults offer={offer} />
          <Badge variant="light" color={offerTones[state]} style={{ alignSelf: 'flex-start' }} maw="100%">
            {t(`state_${state}`)}
          </Badge>
        </Stack>
        <OfferActions offer={offer} count={count} onEdit={onEdit} />
      </Group>
    </Paper>
  )
}

function OfferActions({ offer, count, onEdit }: OfferProps) {
  const { t } = useTranslation('bumps')
  return (
    <Group gap={4} wrap="nowrap">
      {count > 1 && <MoveButtons offer={offer} count={count} />}
      <IconButton
        label={t('edit', { course: offer.bump_course_name })}
        variant="subtle"
        size={44}
        onClick={onEdit}
      >
        <IconPencil size={20} aria-hidden />
      </IconButton>
      <DeleteButton offer={offer} />
    </Group>
  )
}

/** Changes one offer, and shows a refusal in a toast. */
function useChange<R extends typeof contract.updateBumpOffer | typeof contract.deleteBumpOffer>(route: R) {
  const { errorText } = useErrorText()
  return useApiMutation(route, {
    invalidates: [contract.listBumpOffers],
    onError: (error) => toast(errorText(error), 'error'),
  })
}

function MoveButtons({ offer, count }: Omit<OfferProps, 'onEdit'>) {
  const { t } = useTranslation('bumps')
  const move = useChange(contract.updateBumpOffer)
  const { id, position, bump_course_name: course } = offer
  const moves = [
    { to: position - 1, label: t('up', { course }), Icon: IconArrowUp },
    { to: position + 1, label: t('down', { course }), Icon: IconArrowDown },
  ]
  return moves.map(({ to, label, Icon }) => (
    <IconButton
      key={label}
      label={label}
      variant="subtle"
      size={44}
      disabled={to < 0 || to >= count}
      loading={move.isPending}
      onClick={() => move.mutate({ id, position: to })}
    >
      <Icon size={20} aria-hidden />
    </IconButton>
  ))
}

function DeleteButton({ offer: { id, bump_course_name: course } }: { offer: BumpOffer }) {
  const { t } = useTranslation('bumps')
  const confirm = useConfirm()
  const remove = useChange(contract.deleteBumpOffer)
  const ask = async () => {
    const question = { title: t('delete', { course }), text: t('deleteText'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('deleteConfirm') })) remove.mutate({ id })
  }
  return (
    <IconButton
      label={t('delete', { course })}
      variant="subtle"
      color="error"
      size={44}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={20} aria-hidden />
    </IconButton>
  )
}
