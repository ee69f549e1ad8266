import { Anchor, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#tenancy/client/browser.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { FileUpload } from '#ui/form/upload/file-upload.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import { getMyBankTransfer, listMyOrders, submitTransferProof } from '../../contract.ts'
import type { MyTransfer } from './transfer.tsx'

const send = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'payment_proof',
})

const maxBytes = 10_000_000

/** Sends the proof of a transfer, or another one until staff decide. */
export function ProofForm({ transfer }: { transfer: MyTransfer }) {
  const { t } = useTranslation('payments')
  const form = useProofForm(transfer)
  return (
    <Section title={t('transfers.proof')}>
      <Form form={form} label={t('transfers.proof')}>
        <FormSummary form={form} />
        <ProofFile form={form} transfer={transfer} />
        <MoneyField
          {...form.field('amount')}
          label={t('transfers.paidAmount')}
          currency={transfer.currency}
          required
        />
        <DateTimeField {...form.field('paid_on')} label={t('transfers.paidOn')} kind="date" required />
        <TextField
          {...form.field('sender_name')}
          label={t('transfers.sender')}
          maxLength={120}
          autoComplete="name"
          required
        />
        <SubmitButton form={form}>{t('transfers.send')}</SubmitButton>
      </Form>
    </Section>
  )
}

const valuesOf = ({ proof, amount }: MyTransfer) => ({
  upload_id: '',
  amount: (proof?.amount ?? amount) as number | null,
  paid_on: (proof?.paid_on ?? today()) as string | null,
  sender_name: proof?.sender_name ?? '',
})

function useProofForm(transfer: MyTransfer) {
  const { t } = useTranslation('payments')
  const cache = useQueryClient()
  return useApiForm({
    contract: submitTransferProof,
    initialValues: valuesOf(transfer),
    rules: { upload_id: required(), amount: required(), paid_on: required(), sender_name: required() },
    input: ({ amount, paid_on, ...values }) => ({
      ...values,
      id: transfer.order_id,
      amount: amount ?? 0,
      paid_on: paid_on ?? '',
    }),
    async onDone() {
      toast(t('transfers.sent'))
      for (const contract of [getMyBankTransfer, listMyOrders])
        await cache.invalidateQueries({ queryKey: queryKey(contract) })
    },
  })
}

/** The file is uploaded at once, and sent with the form. */
function ProofFile({ form, transfer }: { form: ReturnType<typeof useProofForm>; transfer: MyTransfer }) {
  const { t } = useTranslation('payments')
  const [fileName, setFileName] = useState('')
  return (
    <FileUpload
      name="upload_id"
      label={t('transfers.proof')}
      hint={t('transfers.proofHint')}
      chooseLabel={t('transfers.choose')}
      error={form.errors.upload_id}
      send={send}
      accept="image/*,application/pdf"
      maxBytes={maxBytes}
      required
      onDone={({ upload_id }, original) => {
        form.set('upload_id', upload_id)
        setFileName(original.name)
      }}
    >
      {fileName ? (
        <Text size="sm">{t('transfers.chosen', { name: fileName })}</Text>
      ) : (
        <SentProof transfer={transfer} />
      )}
    </FileUpload>
  )
}

function SentProof({ transfer: { proof } }: { transfer: MyTransfer }) {
  const { t } = useTranslation('payments')
  if (!proof?.url) return null
  return (
    <Anchor href={proof.url} target="_blank" rel="noreferrer" size="sm">
      {t('transfers.openProof')}
    </Anchor>
  )
}

/** The day in the reader's time zone. */
function today() {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
