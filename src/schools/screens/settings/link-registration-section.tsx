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

/** Whether students register by a mailed link instead of a password. */
export function LinkRegistrationSection() {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const { school_id: id } = useSchool()
  const school = useApiQuery(getSchool, { id })
  const change = useApiMutation(updateSchool, {
    invalidates: [getSchool],
    onSuccess: () => toast(t('loginSettings.saved')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const pendingValue = change.isPending ? change.variables.allow_magic_link_registration : undefined
  return (
    <Section title={t('loginSettings.registrationTitle')}>
      {school.error && <ErrorState error={school.error} onRetry={school.refetch} />}
      {school.isPending && <FormSkeleton fields={1} />}
      {school.data && (
        <SwitchField
          name="allow_magic_link_registration"
          label={t('loginSettings.byLink')}
          hint={t('loginSettings.byLinkHint')}
          value={pendingValue ?? school.data.allow_magic_link_registration}
          onChange={(allow_magic_link_registration) => change.mutate({ id, allow_magic_link_registration })}
        />
      )}
    </Section>
  )
}
