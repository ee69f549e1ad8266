import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { enteredVerification, VerificationFields } from '#ui/form/fields/verification-fields.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Reauthenticates the owner, then shows the erasure date. */
export default function EraseAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people')
  const [day, setDay] = useState<string | null>(null)
  const factor = useApiQuery(contract.getMySecondFactor, {}, { staleTime: 60_000, enabled: day === null })
  const form = useApiForm({
    contract: contract.eraseAccount,
    initialValues: { password: '', code: '' },
    rules: { password: required() },
    input: enteredVerification,
    onDone: ({ erase_at }) => setDay(erase_at),
  })
  if (day !== null) return <Planned day={day} />
  return (
    <Modal opened onClose={onClose} title={t('eraseAccount.title')}>
      <Form form={form} label={t('eraseAccount.title')}>
        <Text>{t('eraseAccount.text')}</Text>
        <FormSummary form={form} />
        <VerificationFields form={form} hasFactor={Boolean(factor.data?.enabled_at)} />
        <SubmitButton form={form} color="error">
          {t('eraseAccount.submit')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}

/** The session has ended; nothing behind the dialog works. */
function Planned({ day }: { day: string }) {
  const { t } = useTranslation('people')
  const leave = () => {
    localStorage.clear()
    sessionStorage.clear()
    location.assign('/login')
  }
  return (
    <Modal opened onClose={leave} title={t('eraseAccount.title')}>
      <Stack>
        <Text fw={600}>
          {t('eraseAccount.done')} <Time at={day} style="date" />
        </Text>
        <Text>{t('eraseAccount.doneText')}</Text>
        <Button onClick={leave}>{t('eraseAccount.toLogin')}</Button>
      </Stack>
    </Modal>
  )
}
