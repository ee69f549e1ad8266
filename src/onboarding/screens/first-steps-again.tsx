import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { dismissOnboardingChecklist, getOnboardingChecklist } from '../contract.ts'

/** Restores the checklist for a person who dismissed it. */
export function FirstStepsAgain() {
  const { t } = useTranslation('onboarding')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const journey = useApiQuery(getOnboardingChecklist, {}).data
  const bringBack = useApiMutation(dismissOnboardingChecklist, {
    onSuccess(answer) {
      client.setQueryData(queryKey(getOnboardingChecklist, {}), answer)
      toast(t('broughtBack'))
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!journey?.dismissed) return null
  return (
    <Group justify="space-between" gap="sm" mt="xl">
      <Text c="dimmed">{t('bringBackText')}</Text>
      <Button
        variant="default"
        loading={bringBack.isPending}
        onClick={() => bringBack.mutate({ dismissed: false })}
      >
        {t('bringBack')}
      </Button>
    </Group>
  )
}
