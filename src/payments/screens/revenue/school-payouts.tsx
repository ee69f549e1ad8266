import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { queryKey, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { consoleGetSchoolPayouts, consoleRecordSchoolPayout } from '../../contract.ts'
import { OwedAmounts, PayoutsTable } from './payouts.tsx'

export const handle: ScreenHandle = { namespaces: ['revenue', 'payments', 'manual-orders'] }

interface Owed {
  currency: string
  amount: number
}

/** In the console: what the platform owes a school, and its payouts. */
export default function SchoolPayouts() {
  const { t } = useTranslation('revenue')
  const { school_id = '' } = useParams()
  const [isOpen, setOpen] = useState(false)
  const first = useApiQuery(consoleGetSchoolPayouts, { school_id, limit: 1 })
  const list = useApiPages(consoleGetSchoolPayouts, { school_id, limit: 50 })
  const due = first.data?.owed.filter(({ amount }) => amount > 0) ?? []
  const error = first.error ?? list.error
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('payouts')}
        crumbs={[{ label: t('school'), to: `/console/schools/${school_id}` }]}
        actions={due.length > 0 && <Button onClick={() => setOpen(true)}>{t('record.open')}</Button>}
      />
      {error && <ErrorState error={error} onRetry={() => void first.refetch()} />}
      {!first.data && !error && <CardSkeleton cards={1} />}
      {first.data && (
        <Section title={t('owedToSchool')}>
          <OwedAmounts owed={first.data.owed} />
        </Section>
      )}
      {!error && <PayoutsTable list={list} />}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('record.open')}>
        {isOpen && <PayoutForm school_id={school_id} due={due} onClose={() => setOpen(false)} />}
      </Modal>
    </Stack>
  )
}

interface FormProps {
  school_id: string
  due: readonly Owed[]
  onClose: () => void
}

function usePayoutForm({ school_id, due, onClose }: FormProps) {
  const { t } = useTranslation('revenue')
  const cache = useQueryClient()
  return useApiForm({
    contract: consoleRecordSchoolPayout,
    initialValues: {
      currency: (due[0]?.currency ?? null) as string | null,
      amount: (due[0]?.amount ?? null) as number | null,
      reference: '',
    },
    rules: { currency: required(), amount: required(), reference: required() },
    input: ({ currency, amount, reference }) => ({
      school_id,
      currency: currency ?? '',
      amount: amount ?? 0,
      reference,
    }),
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(consoleGetSchoolPayouts) })
      toast(t('record.done'))
      onClose()
    },
  })
}

function PayoutForm(props: FormProps) {
  const { t } = useTranslation('revenue')
  const form = usePayoutForm(props)
  const { currency } = form.values
  const choices = props.due.map((one) => ({
    value: one.currency,
    label: formatMoney(one.amount, one.currency),
  }))
  return (
    <Form form={form} label={t('record.open')}>
      <FormSummary form={form} />
      <SelectField
        {...form.field('currency')}
        label={t('record.currency')}
        allowDeselect={false}
        choices={choices}
      />
      <MoneyField {...form.field('amount')} label={t('amount')} currency={currency ?? 'USD'} required />
      <TextField
        {...form.field('reference')}
        label={t('reference')}
        hint={t('record.referenceHint')}
        maxLength={100}
        required
      />
      <SubmitButton form={form}>{t('record.open')}</SubmitButton>
    </Form>
  )
}
