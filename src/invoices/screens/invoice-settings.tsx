import { SimpleGrid, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getTaxSettings } from '#payments/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getInvoiceSettings, updateInvoiceSettings } from '../contract.ts'
import { TaxForm } from './tax-form.tsx'

export const handle: ScreenHandle = { namespaces: ['invoices'] }

/** How the school taxes its sales, and what its invoices say about it. */
export default function InvoiceSettings() {
  const { t } = useTranslation('invoices')
  const tax = useApiQuery(getTaxSettings, {})
  const details = useApiQuery(getInvoiceSettings, {})
  const error = tax.error ?? details.error
  return (
    <Stack gap="lg" maw={820}>
      <PageHeading
        title={t('settings.title')}
        crumbs={[{ label: t('title'), to: '/manage/invoices' }]}
        text={t('settings.text')}
      />
      {error && (
        <ErrorState error={error} onRetry={() => void Promise.all([tax.refetch(), details.refetch()])} />
      )}
      {!error && (!tax.data || !details.data) && <CardSkeleton cards={2} />}
      {tax.data && details.data && (
        <>
          <TaxForm settings={tax.data} />
          <DetailsForm settings={details.data} />
        </>
      )}
    </Stack>
  )
}

function DetailsForm({ settings }: { settings: ApiReply<typeof getInvoiceSettings> }) {
  const { t } = useTranslation('invoices')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: updateInvoiceSettings,
    initialValues: { ...settings },
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(getInvoiceSettings) })
      toast(t('settings.saved'))
    },
  })
  return (
    <Section title={t('details.title')} text={t('details.text')}>
      <Form form={form} label={t('details.title')}>
        <FormSummary form={form} />
        <TextField
          {...form.field('seller_name')}
          label={t('details.name')}
          hint={t('details.nameHint')}
          maxLength={200}
        />
        <TextArea
          {...form.field('address')}
          label={t('details.address')}
          maxLength={500}
          autosize
          minRows={3}
        />
        <TextField {...form.field('tax_number')} label={t('details.taxNumber')} maxLength={60} />
        <TextArea
          {...form.field('footer')}
          label={t('details.footer')}
          hint={t('details.footerHint')}
          maxLength={500}
          autosize
          minRows={2}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <TextField
            {...form.field('invoice_prefix')}
            label={t('details.invoicePrefix')}
            hint={t('details.prefixHint')}
            maxLength={10}
            dir="ltr"
          />
          <TextField
            {...form.field('credit_note_prefix')}
            label={t('details.creditNotePrefix')}
            hint={t('details.prefixHint')}
            maxLength={10}
            dir="ltr"
          />
        </SimpleGrid>
        <SubmitButton form={form}>{t('settings.save')}</SubmitButton>
      </Form>
    </Section>
  )
}
