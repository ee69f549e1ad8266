import { Badge, Box, Text } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listBumpOffers } from '../../contract.ts'
import { OfferResults, offerTones, type BumpOffer } from './offer-results.tsx'

/** All offers of the school, with what they sold. */
export function AllBumps() {
  const { t } = useTranslation('bumps')
  const list = useApiPages(listBumpOffers, { limit: 50 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<EmptyState icon={<IconShoppingCartPlus size={40} />} title={t('none')} text={t('noneText')} />}
      columns={[
        { key: 'bump_course_name', title: t('course'), render: (offer) => <OfferName offer={offer} /> },
        {
          key: 'take_rate',
          title: t('takeRate'),
          wide: true,
          render: (offer) => <OfferResults offer={offer} />,
        },
        { key: 'state', title: t('state'), wide: true, render: (offer) => <State offer={offer} /> },
      ]}
    />
  )
}

function OfferName({ offer }: { offer: BumpOffer }) {
  const { t } = useTranslation('bumps')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text fw={560}>{offer.bump_course_name}</Text>
      <Text size="sm" c="dimmed">
        {t('addedTo')}: {offer.item_name}
      </Text>
      <Box hiddenFrom="sm" mt={6}>
        <OfferResults offer={offer} />
        <State offer={offer} />
      </Box>
    </div>
  )
}

function State({ offer: { state } }: { offer: BumpOffer }) {
  const { t } = useTranslation('bumps')
  return (
    <Badge variant="light" color={offerTones[state]} maw="100%">
      {t(`state_${state}`)}
    </Badge>
  )
}
