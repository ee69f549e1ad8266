import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getMySeats, updateGift } from '../../contract.ts'
import { GiftFields, giftRules, type GiftForm } from './gift-fields.tsx'
import type { Purchase, Seat } from './purchase.ts'
import { SeatState } from './seat-state.tsx'
import { useResend } from './use-seat-change.ts'

/** The recipient of a gift, whether it was redeemed, and its link. */
export function Gift({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('seats')
  const seat = purchase.seats[0]
  if (!seat) return null
  const { person, name, email, message, send_on, url } = seat
  return (
    <Section title={t('gift.for', { name: person?.name || name || email || '–' })}>
      <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
        <SeatState seat={seat} />
        <Text c="dimmed">{person?.email ?? email ?? t('gift.noAddress')}</Text>
        {send_on && seat.state === 'scheduled' && <Text>{t('gift.scheduled', { date: send_on })}</Text>}
        {message && <Text style={{ whiteSpace: 'pre-line' }}>{message}</Text>}
      </Stack>
      {url && !purchase.closed && <CopyValue label={t('gift.link')} value={url} />}
      {seat.state !== 'taken' && !purchase.closed && <Actions purchase={purchase} seat={seat} />}
    </Section>
  )
}

function Actions({ purchase, seat }: { purchase: Purchase; seat: Seat }) {
  const { t } = useTranslation('seats')
  const [isEditing, setEditing] = useState(false)
  const resend = useResend(purchase.order_id)
  return (
    <Group gap="sm">
      {seat.email && (
        <Button
          variant="default"
          loading={resend.isPending}
          onClick={() => resend.mutate({ id: purchase.order_id, seat_id: seat.id })}
        >
          {t(seat.state === 'sent' ? 'seat.resend' : 'seat.sendNow')}
        </Button>
      )}
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('gift.change')}
      </Button>
      <Modal opened={isEditing} onClose={() => setEditing(false)} title={t('gift.change')}>
        <EditGift purchase={purchase} seat={seat} onDone={() => setEditing(false)} />
      </Modal>
    </Group>
  )
}

interface EditProps {
  purchase: Purchase
  seat: Seat
  onDone: () => void
}

function EditGift({ purchase, seat, onDone }: EditProps) {
  const { t } = useTranslation(['seats', 'ui'])
  const cache = useQueryClient()
  const id = purchase.order_id
  const { email, name, message, send_on } = seat
  const form = useApiForm({
    contract: updateGift,
    initialValues: { gift: { email: email ?? '', name, message, send_on } },
    rules: giftRules,
    input: ({ gift }) => ({ id, seat_id: seat.id, ...gift }),
    onDone(view) {
      cache.setQueryData(queryKey(getMySeats, { id }), view)
      toast(t('saved'))
      onDone()
    },
  })
  return (
    <Form form={form} label={t('gift.change')}>
      <Text size="sm" c="dimmed">
        {t('gift.changeHint')}
      </Text>
      <FormSummary form={form} />
      <GiftFields field={form.field as GiftForm['field']} isMailed={seat.mailed_at !== null} />
      <SubmitButton form={form}>{t('gift.save')}</SubmitButton>
    </Form>
  )
}
