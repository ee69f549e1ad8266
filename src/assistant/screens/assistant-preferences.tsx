import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

type Choices = ApiReply<typeof contract.getAssistantPreferences>

/** Whether a person uses the assistant, and a language model. Each switch saves at once. */
export function AssistantPreferences() {
  const { t } = useTranslation('assistant')
  const { errorText } = useErrorText()
  const { data: choices, error, refetch } = useApiQuery(contract.getAssistantPreferences, {})
  const change = useApiMutation(contract.updateAssistantPreferences, {
    invalidates: [contract.getAssistant, contract.recommendTopics],
    optimistic(input, client) {
      const key = queryKey(contract.getAssistantPreferences, {})
      const before = client.getQueryData<Choices>(key)
      client.setQueryData(key, before && { ...before, ...input })
      return () => client.setQueryData(key, before)
    },
    onError: (refusal) => toast(errorText(refusal), 'error'),
  })
  return (
    <Section title={t('own.title')} text={t('own.text')}>
      {error && !choices && <ErrorState error={error} onRetry={refetch} />}
      {!error && !choices && <FormSkeleton fields={2} />}
      {choices && (
        <>
          <SwitchField
            name="is_on"
            label={t('own.isOn')}
            hint={t('own.isOnHint')}
            value={choices.is_on}
            onChange={(is_on) => change.mutate({ is_on })}
          />
          <SwitchField
            name="uses_endpoint"
            label={t('own.usesEndpoint')}
            hint={t(choices.has_endpoint ? 'own.usesEndpointHint' : 'own.noEndpoint')}
            value={choices.uses_endpoint && choices.has_endpoint}
            disabled={!choices.is_on || !choices.has_endpoint}
            onChange={(uses_endpoint) => change.mutate({ uses_endpoint })}
          />
        </>
      )}
    </Section>
  )
}
