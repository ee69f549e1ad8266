import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '#tenancy/client/frame.tsx'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type Details = ApiReply<typeof contract.getMyAffiliate>['bank_details']

/** The account for payouts. Where the provider has no bank list, the school asks for it itself. */
export function BankAccount({ details }: { details: Details }) {
  const { t } = useTranslation('affiliates')
  const banks = useApiQuery(contract.listBanks, {}, { staleTime: 600_000 }).data?.banks ?? []
  return (
    <Section title={t('bank.title')} text={t(banks.length > 0 ? 'bank.text' : 'bank.bySchool')}>
      {details && (
        <Text>
          {t('bank.current', {
            bank: details.bank_name,
            name: details.account_name,
            digits: details.account_suffix,
          })}
        </Text>
      )}
      {banks.length > 0 && <BankForm banks={banks} />}
    </Section>
  )
}

function BankForm({ banks }: { banks: { code: string; name: string }[] }) {
  const { t } = useTranslation('affiliates')
  const cache = useQueryClient()
  const id = String(useSession()?.details?._id ?? '')
  const form = useApiForm({
    contract: contract.updateBankDetails,
    initialValues: { bank_code: null as string | null, account_number: '' },
    rules: { bank_code: required(), account_number: required() },
    input: ({ bank_code, account_number }) => ({
      id,
      bank_code: bank_code ?? '',
      account_number: account_number.replaceAll(/\s/g, ''),
    }),
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(contract.getMyAffiliate) })
      toast(t('bank.saved'))
    },
  })
  return (
    <Form form={form} label={t('bank.title')}>
      <Stack gap="md" maw={480}>
        <FormSummary form={form} />
        <SelectField
          {...form.field('bank_code')}
          label={t('bank.bank')}
          searchable
          required
          choices={banks.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <TextField
          {...form.field('account_number')}
          label={t('bank.number')}
          required
          maxLength={40}
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitButton form={form}>{t('bank.save')}</SubmitButton>
      </Stack>
    </Form>
  )
}
