import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AcceptanceList } from './acceptance-list.tsx'

type Own = ApiReply<typeof contract.getMyConsent>
type Consent = Own['consents'][number]

/** The person's consents, each separate, and accepted texts. */
export function MyConsent() {
  const { t } = useTranslation('consent')
  const own = useApiQuery(contract.getMyConsent, {})
  return (
    <Section title={t('own.title')} text={t('own.text')}>
      {own.error && !own.data && <ErrorState error={own.error} onRetry={own.refetch} />}
      {own.isPending && <FormSkeleton fields={3} />}
      {own.data?.consents.map((consent) => (
        <ConsentSwitch key={consent.purpose} consent={consent} />
      ))}
      {own.data && own.data.accepted.length > 0 && <AcceptanceList accepted={own.data.accepted} order={3} />}
    </Section>
  )
}

/** Purposes about usage data need an explanation; the others are mail. */
const isAboutUse = (purpose: Consent['purpose']) =>
  purpose === 'usage_statistics' || purpose === 'error_reports'

function ConsentSwitch({ consent: { purpose, is_given, changed_at } }: { consent: Consent }) {
  const { t } = useTranslation('consent')
  const { errorText } = useErrorText()
  const change = useApiMutation(contract.setConsent, {
    invalidates: [contract.getMyConsent],
    optimistic(input, client) {
      const key = queryKey(contract.getMyConsent, {})
      const before = client.getQueryData<Own>(key)
      const with_it = (one: Consent) =>
        one.purpose === purpose ? { ...one, is_given: input.is_given, changed_at: null } : one
      client.setQueryData(key, before && { ...before, consents: before.consents.map(with_it) })
      return () => client.setQueryData(key, before)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <SwitchField
      name={purpose}
      label={t(`own.${purpose}`)}
      hint={
        <>
          {isAboutUse(purpose) && t(`own.${purpose}Hint`)}{' '}
          {changed_at && (
            <>
              {t(is_given ? 'own.givenOn' : 'own.withdrawnOn')} <Time at={changed_at} style="date" />
            </>
          )}
        </>
      }
      value={is_given}
      onChange={(next) => change.mutate({ purpose, is_given: next })}
    />
  )
}
