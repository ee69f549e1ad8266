import { Group, Stack, Text } from '@mantine/core'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Ownership } from './owned-school.tsx'

type Offer = Ownership['offers'][number]

/** Open offers. */
export function OffersSection({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation('ownership')
  return (
    <Section title={t('offers.title')}>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
      </Stack>
    </Section>
  )
}

function OfferRow({ offer: { id, email, kind, expires_at } }: { offer: Offer }) {
  const { t } = useTranslation('ownership')
  const { errorText } = useErrorText()
  const withdraw = useApiMutation(contract.withdrawOffer, {
    invalidates: [contract.getOwnership],
    onSuccess: () => toast(t('offers.withdrawn')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`offers.kind_${kind}`)} · {t('offers.until')} <Time at={expires_at} style="date" />
        </Text>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ offer_id: id })}
        aria-label={t('offers.withdrawLabel', { email })}
      >
        {t('offers.withdraw')}
      </Button>
    </Group>
  )
}
