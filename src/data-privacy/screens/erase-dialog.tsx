import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getMe, getMySecondFactor } from '#accounts/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { MailedVerification } from './mailed-verification.tsx'
import { VerificationField, type ReauthMethod } from './verification-field.tsx'

interface Props {
  /** Token of a mailed link, if the person used one. */
  token: string | null
  onClose: () => void
}

/** Reauthenticates the person, then shows the erasure date. */
export default function EraseDialog({ token, onClose }: Props) {
  const { t } = useTranslation('data-privacy')
  const [erase_at, setDay] = useState<string | null>(null)
  if (erase_at !== null) return <Planned day={erase_at} />
  return (
    <Modal opened onClose={onClose} title={t('erase.dialog')}>
      {token ? <Ask way="token" token={token} onDone={setDay} /> : <Choose onDone={setDay} />}
    </Modal>
  )
}

interface AskProps {
  onDone: (day: string) => void
}

function Choose({ onDone }: AskProps) {
  const { t } = useTranslation('data-privacy')
  const user = useApiQuery(getMe, {})
  const factor = useApiQuery(getMySecondFactor, {})
  const [byMail, setByMail] = useState(false)
  const error = user.error ?? factor.error
  if (error) return <ErrorState error={error} onRetry={() => void user.refetch()} />
  if (!user.data || !factor.data) return <FormSkeleton fields={1} />
  const ways = [user.data.has_password && 'password', factor.data.enabled_at && 'code'] as const
  const [way] = ways.filter((each) => each === 'password' || each === 'code')
  if (!way || byMail) return <MailedVerification text={way ? null : t('erase.link')} />
  return (
    <Stack gap="sm">
      <Ask way={way} onDone={onDone} />
      <Button variant="subtle" onClick={() => setByMail(true)}>
        {t('erase.otherwise')}
      </Button>
    </Stack>
  )
}

function Ask({ way, token = '', onDone }: AskProps & { way: ReauthMethod | 'token'; token?: string }) {
  const { t } = useTranslation('data-privacy')
  const form = useApiForm({
    contract: contract.requestMyErasure,
    initialValues: { [way]: token } as { password?: string; code?: string; token?: string },
    onDone: (answer) => onDone(answer.erase_at),
  })
  return (
    <Form form={form} label={t('erase.dialog')}>
      <FormSummary form={form} />
      {way === 'token' ? <Text>{t('erase.byLink')}</Text> : <VerificationField form={form} way={way} />}
      <SubmitButton form={form} color="error">
        {t('erase.submit')}
      </SubmitButton>
    </Form>
  )
}

/** The session has ended; nothing behind the dialog works. */
function Planned({ day }: { day: string }) {
  const { t } = useTranslation('data-privacy')
  const leave = () => {
    localStorage.clear()
    sessionStorage.clear()
    location.assign('/login')
  }
  return (
    <Modal opened onClose={leave} title={t('erase.title')}>
      <Stack>
        <Text fw={600}>
          {t('erase.done')} <Time at={day} style="date" />
        </Text>
        <Text>{t('erase.doneText')}</Text>
        <Button onClick={leave}>{t('erase.toLogin')}</Button>
      </Stack>
    </Modal>
  )
}
