import { Paper, Stack, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

type Settings = ApiReply<typeof contract.getNotificationSettings>

const fields = [
  ['notify_students_on_approval_to_course', 'approval'],
  ['notify_students_on_unapproval_to_course', 'unapproval'],
  ['notify_students_on_deletion_from_course', 'deletion'],
] as const

/** Events about which students are notified. Each switch saves at once and reverts if the server refuses. */
export function NotificationSettings() {
  const { t } = useTranslation('schools')
  const { errorText } = useErrorText()
  const settings = useApiQuery(contract.getNotificationSettings, {})
  const change = useApiMutation(contract.updateNotificationSettings, {
    invalidates: [contract.getNotificationSettings],
    optimistic(input, client) {
      const key = queryKey(contract.getNotificationSettings, {})
      const before = client.getQueryData<Settings>(key)
      client.setQueryData(key, { ...before, ...input })
      return () => client.setQueryData(key, before)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (settings.error) return <ErrorState error={settings.error} onRetry={settings.refetch} />
  if (!settings.data) return <FormSkeleton fields={3} />
  return (
    <Paper withBorder radius="lg" p="lg" maw={760}>
      <Stack gap="lg">
        <Text c="dimmed">{t('settings.notify.text')}</Text>
        {fields.map(([field, text]) => (
          <SwitchField
            key={field}
            name={field}
            label={t(`settings.notify.${text}`)}
            hint={t(`settings.notify.${text}Hint`)}
            value={settings.data[field]}
            onChange={(on) => change.mutate({ [field]: on })}
          />
        ))}
      </Stack>
    </Paper>
  )
}
