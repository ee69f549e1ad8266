import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CodeField, FactorSecret } from './factor-secret.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type FactorAction = 'on' | 'renew' | 'off'

interface Props {
  task: FactorAction
  hasPassword: boolean
  onClose: () => void
}

/** Turns the second factor on or off, or generates new recovery codes. */
export default function SecondFactorDialog({ task, hasPassword, onClose }: Props) {
  const { t } = useTranslation(['accounts', 'people', 'second-factor'])
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(contract.getMySecondFactor) })
  const show = (made: readonly string[]) => {
    setCodes(made)
    void refresh()
  }
  const done = () => {
    toast(t('second-factor:isOff'))
    void refresh()
    onClose()
  }
  const titles = {
    on: 'second-factor:enrolTitle',
    renew: 'second-factor:renew',
    off: 'second-factor:turnOff',
  } as const
  return (
    <Modal opened onClose={onClose} title={t(codes ? 'second-factor:codesTitle' : titles[task])}>
      {codes ? (
        <Stack>
          <Text>{t('second-factor:codesText')}</Text>
          <RecoveryCodes codes={codes} />
          <Button onClick={onClose}>{t('second-factor:kept')}</Button>
        </Stack>
      ) : (
        <>
          {task === 'on' && <TurnOn onDone={show} />}
          {task === 'renew' && <Renew onDone={show} />}
          {task === 'off' && <TurnOff hasPassword={hasPassword} onDone={done} />}
        </>
      )}
    </Modal>
  )
}

interface TaskProps {
  onDone: (codes: readonly string[]) => void
}

function TurnOn({ onDone }: TaskProps) {
  const { t } = useTranslation(['accounts', 'people', 'second-factor'])
  const { mutate, data: secret, error } = useApiMutation(contract.startSecondFactor)
  useEffect(() => mutate({}), [mutate])
  const form = useApiForm({
    contract: contract.confirmSecondFactor,
    initialValues: { code: '' },
    rules: { code: required() },
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  if (error) return <ErrorState error={error} onRetry={() => mutate({})} />
  if (!secret) return <FormSkeleton fields={2} />
  return (
    <Form form={form} label={t('second-factor:enrolTitle')}>
      <FactorSecret {...secret} />
      <FormSummary form={form} />
      <CodeField {...form.field('code')} />
      <SubmitButton form={form}>{t('second-factor:confirm')}</SubmitButton>
    </Form>
  )
}

function Renew({ onDone }: TaskProps) {
  const { t } = useTranslation(['accounts', 'people', 'second-factor'])
  const form = useApiForm({
    contract: contract.renewRecoveryCodes,
    initialValues: { code: '' },
    rules: { code: required() },
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <Form form={form} label={t('second-factor:renew')}>
      <Text>{t('second-factor:renewText')}</Text>
      <FormSummary form={form} />
      <CodeField {...form.field('code')} />
      <SubmitButton form={form}>{t('second-factor:renew')}</SubmitButton>
    </Form>
  )
}

function TurnOff({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const { t } = useTranslation(['accounts', 'people', 'second-factor'])
  const form = useApiForm({
    contract: contract.removeSecondFactor,
    initialValues: { password: '', code: '' },
    rules: { ...(hasPassword && { password: required() }), code: required() },
    onDone,
  })
  return (
    <Form form={form} label={t('second-factor:turnOff')}>
      <FormSummary form={form} />
      {hasPassword && (
        <PasswordField
          {...form.field('password')}
          label={t('people:password.current')}
          required
          autoComplete="current-password"
          maxLength={200}
        />
      )}
      <CodeField {...form.field('code')} />
      <SubmitButton form={form} color="error">
        {t('second-factor:turnOff')}
      </SubmitButton>
    </Form>
  )
}
