import { Group as Row, Paper, Stack, Text } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { endSeat, takeMySeat } from '../../contract.ts'
import classes from '../payments.module.css'
import { Invite } from './invite.tsx'
import { JoinLink } from './join-link.tsx'
import type { Purchase, Seat } from './purchase.ts'
import { SeatState } from './seat-state.tsx'
import { useResend, useSeatChange } from './use-seat-change.ts'

/** The seats of a group: who has them, and how others get one. */
export function Group({ purchase }: { purchase: Purchase }) {
  return (
    <>
      <Summary purchase={purchase} />
      {!purchase.closed && (
        <>
          {purchase.free > 0 && <Invite purchase={purchase} />}
          <JoinLink purchase={purchase} />
        </>
      )}
      <People purchase={purchase} />
    </>
  )
}

function Summary({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('seats')
  const { order_id: id, quantity, refunded_quantity, free, has_course, closed } = purchase
  const take = useSeatChange(takeMySeat, id, t('seat.own'))
  const counts = [
    [t('count.bought'), quantity],
    [t('count.used'), quantity - refunded_quantity - free],
    ...(refunded_quantity > 0 ? ([[t('count.refunded'), refunded_quantity]] as const) : []),
    [t('count.free'), free],
  ] as const
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md" align="flex-start">
        <dl className={classes.lines} style={{ width: '100%' }}>
          {counts.map(([name, number]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number}</dd>
            </div>
          ))}
        </dl>
        {free > 0 && !has_course && !closed && (
          <Button variant="default" loading={take.isPending} onClick={() => take.mutate({ id })}>
            {t('seat.take')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function People({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('seats')
  return (
    <Section title={t('people.title')}>
      {purchase.seats.length === 0 && <Text c="dimmed">{t('people.none')}</Text>}
      <ul className={classes.list} aria-label={t('people.title')}>
        {purchase.seats.map((seat) => (
          <li key={seat.id} className={classes.row}>
            <div className={classes.words}>
              <Text fw={600}>{nameOf(seat)}</Text>
              {seat.person && <Text size="sm">{seat.person.email}</Text>}
              <SeatState seat={seat} />
            </div>
            <SeatActions purchase={purchase} seat={seat} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const nameOf = ({ person, email }: Seat) => person?.name || person?.email || email || '–'

function SeatActions({ purchase, seat }: { purchase: Purchase; seat: Seat }) {
  const { t } = useTranslation('seats')
  const confirm = useConfirm()
  const { order_id: id, closed } = purchase
  const resend = useResend(id)
  const end = useSeatChange(endSeat, id, t('seat.ended'))
  const name = nameOf(seat)
  const isTaken = seat.state === 'taken'
  const remove = async () => {
    const question = { title: t('seat.endTitle', { name }), text: t('seat.endText') }
    if (isTaken && !(await confirm({ ...question, confirmLabel: t('seat.end'), danger: true }))) return
    end.mutate({ id, seat_id: seat.id })
  }
  if (closed || seat.has_completed) return null
  return (
    <Row gap="xs">
      {!isTaken && seat.email && (
        <Button
          size="sm"
          variant="default"
          aria-label={`${t('seat.resend')}: ${name}`}
          loading={resend.isPending}
          onClick={() => resend.mutate({ id, seat_id: seat.id })}
        >
          {t('seat.resend')}
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        aria-label={`${t(isTaken ? 'seat.end' : 'seat.withdraw')}: ${name}`}
        loading={end.isPending}
        onClick={() => void remove()}
      >
        {t(isTaken ? 'seat.end' : 'seat.withdraw')}
      </Button>
      <SeatLink seat={seat} />
    </Row>
  )
}

/** The link of an invitation, to send it in another way. */
function SeatLink({ seat }: { seat: Seat }) {
  const { t } = useTranslation('seats')
  if (!seat.url) return null
  return (
    <details style={{ flexBasis: '100%' }}>
      <summary>{t('gift.link')}</summary>
      <CopyValue label={`${t('gift.link')}: ${nameOf(seat)}`} value={seat.url} />
    </details>
  )
}
