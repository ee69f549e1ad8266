import { Divider, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm, type ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getBankTransferSettings, getPaymentMethods, updateBankTransferSettings } from '../../contract.ts'

type Settings = ApiReply<typeof getBankTransferSettings>
type Account = Settings['accounts'][number]
type Values = Pick<Settings, 'is_enabled' | 'allows_plans' | 'accounts'> & { waiting_days: number | null }

const maxAccounts = 10

/** Whether students may pay by bank transfer, and to which accounts. */
export function TransferSettings({ currency }: { currency: string }) {
  const settings = useApiQuery(getBankTransferSettings, {}).data
  return settings ? <SettingsForm settings={settings} currency={currency} /> : null
}

function SettingsForm({ settings, currency }: { settings: Settings; currency: string }) {
  const { t } = useTranslation('payments')
  const form = useSettingsForm(settings)
  const empty: Account = { currency, bank_name: '', account_name: '', account_number: '', note: '' }
  const { accounts } = form.values
  return (
    <Section title={t('transfers.settings.title')} text={t('transfers.settings.text')}>
      <Form form={form} label={t('transfers.settings.title')}>
        <FormSummary form={form} />
        <SwitchField
          {...form.field('is_enabled')}
          label={t('transfers.settings.on')}
          onChange={(isOn) => {
            form.set('is_enabled', isOn)
            if (isOn && accounts.length === 0) form.set('accounts', [empty])
          }}
        />
        {form.values.is_enabled && (
          <SwitchField
            {...form.field('allows_plans')}
            label={t('transfers.settings.plans')}
            hint={t('transfers.settings.plansHint')}
          />
        )}
        <AccountList form={form} empty={empty} />
        <NumberField
          {...form.field('waiting_days')}
          label={t('transfers.settings.days')}
          min={1}
          max={60}
          maw={260}
        />
        <SubmitButton form={form}>{t('transfers.settings.save')}</SubmitButton>
      </Form>
    </Section>
  )
}

function useSettingsForm(settings: Settings) {
  const { t } = useTranslation('payments')
  const cache = useQueryClient()
  return useApiForm({
    contract: updateBankTransferSettings,
    initialValues: settings as Values,
    input: (values) => ({ ...values, waiting_days: values.waiting_days ?? 0 }),
    async onDone() {
      for (const contract of [getBankTransferSettings, getPaymentMethods])
        await cache.invalidateQueries({ queryKey: queryKey(contract) })
      toast(t('transfers.settings.saved'))
    },
  })
}

function AccountList({ form, empty }: { form: ApiForm<Values>; empty: Account }) {
  const { t } = useTranslation('payments')
  const { accounts, is_enabled } = form.values
  const setAccounts = (next: Account[]) => form.set('accounts', next)
  return (
    <>
      {accounts.map((_account, index) => (
        <AccountFields
          // An account is identified by its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          form={form}
          index={index}
          onRemove={() => setAccounts(accounts.toSpliced(index, 1))}
        />
      ))}
      {accounts.length < maxAccounts && (is_enabled || accounts.length > 0) && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAccounts([...accounts, empty])}
        >
          {t('transfers.settings.add')}
        </Button>
      )}
    </>
  )
}

interface AccountProps {
  form: ApiForm<Values>
  index: number
  onRemove: () => void
}

const accountTexts = [
  { name: 'bank_name', label: 'bank', maxLength: 100 },
  { name: 'account_name', label: 'accountName', maxLength: 120 },
  { name: 'account_number', label: 'accountNumber', maxLength: 40 },
] as const

function AccountFields({ form, index, onRemove }: AccountProps) {
  const { t } = useTranslation('payments')
  const number = index + 1
  return (
    <Stack gap="sm" role="group" aria-label={t('transfers.settings.account', { number })}>
      <Divider label={t('transfers.settings.account', { number })} labelPosition="left" />
      <TextField
        {...form.field(`accounts.${index}.currency`)}
        label={t('transfers.settings.currency')}
        maxLength={3}
        w={120}
        required
      />
      {accountTexts.map(({ name, label, maxLength }) => (
        <TextField
          key={name}
          {...form.field(`accounts.${index}.${name}`)}
          label={t(`transfers.${label}`)}
          maxLength={maxLength}
          required
        />
      ))}
      <TextArea
        {...form.field(`accounts.${index}.note`)}
        label={t('transfers.note')}
        minRows={2}
        maxLength={300}
      />
      <Button variant="subtle" onClick={onRemove} style={{ alignSelf: 'flex-start' }}>
        {t('transfers.settings.remove', { number })}
      </Button>
    </Stack>
  )
}
