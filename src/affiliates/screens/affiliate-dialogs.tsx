import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Affiliate, OpenDialog } from './affiliates.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

interface Props {
  open: OpenDialog
  onClose: () => void
}

/** What shows an affiliate. */
const changedRoutes = [
  contract.listAffiliates,
  contract.getAffiliate,
  contract.listAffiliateCommissions,
  contract.listAffiliatePayouts,
]

/** The open dialog of the list, or of the page of an affiliate. */
export default function AffiliateDialogs({ open, onClose }: Props) {
  const { t } = useTranslation('affiliates')
  const cache = useQueryClient()
  const name = 'affiliate' in open ? open.affiliate.user.name || open.affiliate.user.email : ''
  const titles = {
    add: t('add.title'),
    settings: t('settings.title'),
    edit: t('edit.title', { name }),
    pay: t('pay.title', { name }),
  }
  const done = async (text: string) => {
    for (const route of changedRoutes) await cache.invalidateQueries({ queryKey: queryKey(route) })
    toast(text)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={titles[open.kind]}>
      {open.kind === 'add' && <AddForm onDone={() => done(t('add.done'))} />}
      {open.kind === 'settings' && <SettingsDialog onDone={() => done(t('settings.done'))} />}
      {open.kind === 'edit' && <EditForm affiliate={open.affiliate} onDone={() => done(t('edit.done'))} />}
      {open.kind === 'pay' && <PayForm affiliate={open.affiliate} onDone={() => done(t('pay.done'))} />}
    </Modal>
  )
}

interface FormProps {
  onDone: () => Promise<void>
}

const percent = { min: 0, max: 100, decimalScale: 2, suffix: '%' }

function AddForm({ onDone }: FormProps) {
  const { t } = useTranslation('affiliates')
  const form = useApiForm({
    contract: contract.addAffiliate,
    initialValues: { email: '', commission_percentage: null as number | null },
    rules: { email: required() },
    onDone,
  })
  return (
    <Form form={form} label={t('add.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('email')}
        label={t('add.email')}
        hint={t('add.emailHint')}
        type="email"
        required
      />
      <NumberField
        {...form.field('commission_percentage')}
        {...percent}
        label={t('commission')}
        hint={t('commissionHint')}
      />
      <SubmitButton form={form}>{t('add.open')}</SubmitButton>
    </Form>
  )
}

function EditForm({ affiliate, onDone }: FormProps & { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates')
  const { id, commission_percentage, is_suspended } = affiliate
  const form = useApiForm({
    contract: contract.updateAffiliate,
    initialValues: { commission_percentage, is_suspended },
    input: (values) => ({ id, ...values }),
    onDone,
  })
  return (
    <Form form={form} label={t('edit.save')}>
      <FormSummary form={form} />
      <NumberField
        {...form.field('commission_percentage')}
        {...percent}
        label={t('commission')}
        hint={t('commissionHint')}
      />
      <SwitchField {...form.field('is_suspended')} label={t('edit.suspend')} hint={t('edit.suspendHint')} />
      <SubmitButton form={form}>{t('edit.save')}</SubmitButton>
    </Form>
  )
}

function PayForm({ affiliate, onDone }: FormProps & { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates')
  const { id, bank_details: bank } = affiliate
  const due = affiliate.balances.find(({ payable }) => payable > 0)!
  const form = useApiForm({
    contract: contract.recordAffiliatePayout,
    initialValues: { reference: '' },
    rules: { reference: required() },
    input: ({ reference }) => ({ id, currency: due.currency, amount: due.payable, reference }),
    onDone,
  })
  return (
    <Form form={form} label={t('pay.save')}>
      <FormSummary form={form} />
      <Text>{t('pay.text', { amount: formatMoney(due.payable, due.currency) })}</Text>
      <Text c="dimmed">
        {bank
          ? t('bank.current', { bank: bank.bank_name, name: bank.account_name, digits: bank.account_suffix })
          : t('pay.noBank')}
      </Text>
      <TextField {...form.field('reference')} label={t('pay.reference')} required maxLength={100} />
      <SubmitButton form={form}>{t('pay.save')}</SubmitButton>
    </Form>
  )
}
