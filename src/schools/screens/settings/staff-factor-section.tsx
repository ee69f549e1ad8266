import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getSchool, updateSchool } from '../../contract.ts'

/** Whether the school's staff need a second factor. */
export function StaffFactorSection() {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const { school_id: id } = useSchool()
  const school = useApiQuery(getSchool, { id })
  const change = useApiMutation(updateSchool, {
    invalidates: [getSchool],
    onSuccess: () => toast(t('loginSettings.saved')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const pendingValue = change.isPending ? change.variables.require_second_factor : undefined
  return (
    <Section title={t('loginSettings.factorTitle')}>
      {school.error && <ErrorState error={school.error} onRetry={school.refetch} />}
      {school.isPending && <FormSkeleton fields={1} />}
      {school.data && (
        <SwitchField
          name="require_second_factor"
          label={t('loginSettings.factor')}
          hint={t('loginSettings.factorHint')}
          value={pendingValue ?? school.data.require_second_factor}
          onChange={(require_second_factor) => change.mutate({ id, require_second_factor })}
        />
      )}
    </Section>
  )
}
