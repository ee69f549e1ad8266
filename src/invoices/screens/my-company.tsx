import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { countryCodes, countryName } from '#lib/countries/countries.ts'
import { getMyInvoiceRecipient, updateMyInvoiceRecipient } from '#payments/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

type Answer = ApiReply<typeof getMyInvoiceRecipient>

/** The company that a student's later invoices name. */
export function MyCompany() {
  const { t } = useTranslation('invoices')
  const { errorText } = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const answer = useApiQuery(getMyInvoiceRecipient, {}).data
  const remove = useApiMutation(updateMyInvoiceRecipient, {
    invalidates: [getMyInvoiceRecipient],
    onSuccess: () => toast(t('company.removed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!answer) return null
  const { recipient } = answer
  return (
    <Section title={t('company.title')} text={t('company.text')}>
      {recipient && (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text fw={560}>{recipient.company}</Text>
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
            {[recipient.address, recipient.tax_number].filter(Boolean).join('\n')}
          </Text>
        </div>
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen(true)}>
          {t(recipient ? 'company.change' : 'company.add')}
        </Button>
        {recipient && (
          <Button
            variant="subtle"
            loading={remove.isPending}
            onClick={() => remove.mutate({ recipient: null })}
          >
            {t('company.remove')}
          </Button>
        )}
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('company.title')}>
        <CompanyForm answer={answer} onDone={() => setOpen(false)} />
      </Modal>
    </Section>
  )
}

function CompanyForm({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const { t } = useTranslation('invoices')
  const cache = useQueryClient()
  const { country } = useSchool()
  const noCompany = { company: '', address: '', country, tax_number: '', withholds_tax: false }
  const form = useApiForm({
    contract: updateMyInvoiceRecipient,
    initialValues: { recipient: answer.recipient ?? noCompany },
    rules: { 'recipient.company': required(), 'recipient.country': required() },
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(getMyInvoiceRecipient) })
      toast(t('settings.saved'))
      onDone()
    },
  })
  const { withholding } = answer
  return (
    <Form form={form} label={t('company.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('recipient.company')}
        label={t('company.name')}
        maxLength={200}
        autoComplete="organization"
        required
      />
      <TextArea
        {...form.field('recipient.address')}
        label={t('details.address')}
        maxLength={500}
        autosize
        minRows={2}
      />
      <CountryField {...form.field('recipient.country')} />
      <TextField {...form.field('recipient.tax_number')} label={t('details.taxNumber')} maxLength={60} />
      {withholding && form.values.recipient.country === country && (
        <SwitchField
          {...form.field('recipient.withholds_tax')}
          label={t('company.withholds', { name: withholding.name })}
          hint={t('company.withholdsHint')}
        />
      )}
      <SubmitButton form={form}>{t('settings.save')}</SubmitButton>
    </Form>
  )
}

interface CountryProps {
  name: string
  value: string
  error: string | undefined
  onChange: (country: string) => void
}

function CountryField({ onChange, ...field }: CountryProps) {
  const { t, i18n } = useTranslation('invoices')
  const choices = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language)
    return countryCodes()
      .map((value) => ({ value, label: countryName(value, i18n.language) }))
      .toSorted((one, other) => compare(one.label, other.label))
  }, [i18n.language])
  return (
    <SelectField
      {...field}
      label={t('company.country')}
      choices={choices}
      onChange={(chosen) => chosen && onChange(chosen)}
      searchable
      required
    />
  )
}
