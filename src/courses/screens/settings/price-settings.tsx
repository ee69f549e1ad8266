import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { use } from 'react'
import { useSchool } from '#tenancy/client/frame.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GroupProps } from './settings-group.ts'
import { SettingsSlots } from './settings-slots.ts'

const maxTiers = 20

/** Tiers with prices; the outline sets the minimum tier of each lesson. */
export function TierSettings({ values, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  const { value: prices, onChange, error } = field('tiering_prices')
  const enabled = field('enable_tiering')
  return (
    <>
      <SwitchField
        label={t('fields.enable_tiering')}
        hint={t('hints.enable_tiering')}
        {...enabled}
        onChange={(on) => {
          // Tiers without an entry would be refused.
          if (on && prices.length === 0) onChange([0])
          enabled.onChange(on)
        }}
      />
      {values.enable_tiering && (
        <Stack gap="sm">
          {prices.map((price, index) => (
            <MoneyField
              // A tier is identified by its position.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={t('settings.tierPrice', { tier: index + 1 })}
              currency={currency_code}
              value={price}
              onChange={(next) => onChange(prices.with(index, next))}
            />
          ))}
          {error && (
            <Text c="error" size="sm" role="alert">
              {error}
            </Text>
          )}
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={prices.length >= maxTiers}
              onClick={() => onChange([...prices, prices.at(-1) ?? 0])}
            >
              {t('settings.addTier')}
            </Button>
            <Button
              variant="subtle"
              color="error"
              leftSection={<IconTrash size={18} aria-hidden />}
              disabled={prices.length <= 1}
              onClick={() => onChange(prices.slice(0, -1))}
            >
              {t('settings.removeTier', { tier: prices.length })}
            </Button>
          </Group>
        </Stack>
      )}
    </>
  )
}

/** The price for a time, of the course or of each tier. */
export function SaleSettings({ values, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const { t: shared } = useTranslation('kit')
  const { currency_code: currency } = useSchool()
  const tiers = field('sale_tiering_prices')
  const setTier = (index: number, price: number | null) =>
    tiers.onChange(
      values.tiering_prices.map((_, tier) => (tier === index ? price : (tiers.value[tier] ?? null))),
    )
  return (
    <>
      <MoneyField
        label={shared('sale.price')}
        hint={shared('sale.hint')}
        currency={currency}
        {...field('sale_price')}
      />
      {values.enable_tiering &&
        values.tiering_prices.map((_price, index) => (
          <MoneyField
            // A tier is identified by its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={t('settings.saleOfTier', { tier: index + 1 })}
            currency={currency}
            value={tiers.value[index] ?? null}
            onChange={(price) => setTier(index, price)}
          />
        ))}
      {values.enable_tiering && tiers.error && (
        <Text c="error" size="sm" role="alert">
          {tiers.error}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateTimeField label={shared('sale.startsOn')} kind="date" {...field('sale_starts_on')} />
        <DateTimeField label={shared('sale.endsOn')} kind="date" {...field('sale_ends_on')} />
      </SimpleGrid>
    </>
  )
}

/** Courses that buyers can add. They are saved one by one, apart from the other settings. */
export function BumpSettings({ course }: GroupProps) {
  const { BumpOffers } = use(SettingsSlots)
  return BumpOffers && <BumpOffers course_id={course.id} />
}

export function AffiliateSettings({ values, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const percent = { min: 0, max: 100, decimalScale: 2, suffix: ' %' }
  return (
    <>
      <SwitchField
        label={t('fields.enable_affiliates')}
        hint={t('hints.enable_affiliates')}
        {...field('enable_affiliates')}
      />
      {values.enable_affiliates && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberField
            label={t('fields.affiliates_percentage_off')}
            hint={t('hints.affiliates_percentage_off')}
            {...percent}
            {...field('affiliates_percentage_off')}
          />
          <NumberField
            label={t('fields.default_affiliate_commission')}
            hint={t('hints.default_affiliate_commission')}
            {...percent}
            {...field('default_affiliate_commission')}
          />
        </SimpleGrid>
      )}
    </>
  )
}
