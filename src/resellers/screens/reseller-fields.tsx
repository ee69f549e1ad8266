import { SimpleGrid, Stack } from '@mantine/core'
import { isPalette, type Palette } from '#lib/theme/index.ts'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PaletteFields } from '#ui/palette/palette-fields.tsx'
import { PalettePreview } from '#ui/palette/palette-preview.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { LogoField } from './logo-field.tsx'
import type { ResellerValues } from './reseller-values.ts'

interface Props {
  form: ApiForm<ResellerValues>
  /** Colours shown while a value is incomplete. */
  stored: Palette
}

const address = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** All editable fields of a reseller. */
export function ResellerFields({ form, stored }: Props) {
  const { t } = useTranslation('resellers')
  const { name, theme } = form.values
  return (
    <>
      <FormSummary form={form} />
      <Section title={t('form.who')}>
        <TextField
          {...form.field('name')}
          label={t('form.name')}
          hint={t('form.nameHint')}
          required
          maxLength={80}
          autoComplete="off"
        />
        <LogoField {...form.field('logo')} owner={name} />
        <TextField
          {...form.field('root_domain')}
          label={t('form.root')}
          hint={t('form.rootHint')}
          required
          maxLength={300}
          inputMode="url"
          dir="ltr"
          {...address}
        />
      </Section>
      <Section title={t('form.mail')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'end' }}>
          <TextField
            {...form.field('mail_sender_name')}
            label={t('form.senderName')}
            required
            maxLength={80}
            autoComplete="off"
          />
          <TextField
            {...form.field('mail_sender_address')}
            label={t('form.senderAddress')}
            hint={t('form.senderHint')}
            type="email"
            required
            maxLength={254}
            {...address}
          />
          <TextField
            {...form.field('support_email')}
            label={t('form.support')}
            hint={t('form.supportHint')}
            type="email"
            maxLength={254}
            {...address}
          />
        </SimpleGrid>
      </Section>
      <SalesAndLinks form={form} />
      <Section title={t('form.colours')}>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <Stack gap="lg">
            <PaletteFields palette={theme} onChange={(palette) => form.setValues({ theme: palette })} />
          </Stack>
          <PalettePreview palette={isPalette(theme) ? theme : stored} name={name || t('name')} />
        </SimpleGrid>
      </Section>
    </>
  )
}

/** The reseller's share, and links of its pages. */
function SalesAndLinks({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('resellers')
  return (
    <>
      <Section title={t('form.sales')}>
        <NumberField
          {...form.field('share')}
          label={t('form.share')}
          hint={t('form.shareHint')}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          maw={320}
        />
      </Section>
      <Section title={t('form.links')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'end' }}>
          {(['terms_url', 'privacy_url'] as const).map((field) => (
            <TextField
              key={field}
              {...form.field(field)}
              label={t(field === 'terms_url' ? 'form.terms' : 'form.privacy')}
              hint={t('form.linkHint')}
              inputMode="url"
              maxLength={500}
              dir="ltr"
              {...address}
            />
          ))}
        </SimpleGrid>
      </Section>
    </>
  )
}
