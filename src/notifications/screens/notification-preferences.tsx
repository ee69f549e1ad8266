import { Table } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import classes from './notifications.module.css'

type Choices = ApiReply<typeof contract.listNotificationPreferences>

/** Which notifications a person gets, and how. Each switch saves at once and reverts if the server refuses. */
export function NotificationPreferences() {
  const { t } = useTranslation('notifications')
  const { errorText } = useErrorText()
  const choices = useApiQuery(contract.listNotificationPreferences, {})
  const change = useApiMutation(contract.updateNotificationPreference, {
    optimistic({ kind, ...ways }, client) {
      const key = queryKey(contract.listNotificationPreferences, {})
      const before = client.getQueryData<Choices>(key)
      const data = before?.data.map((one) => (one.kind === kind ? { ...one, ...ways } : one))
      client.setQueryData(key, data && { data })
      return () => client.setQueryData(key, before)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const hasMails = choices.data?.data.some(({ by_email }) => by_email !== null)
  return (
    <Section title={t('choices.title')} text={t('choices.text')}>
      {choices.error && !choices.data && <ErrorState error={choices.error} onRetry={choices.refetch} />}
      {choices.isPending && <ListSkeleton rows={4} />}
      {choices.data && (
        <Table className={classes.choices ?? ''} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('choices.what')}</Table.Th>
              <Table.Th>{t('choices.onPage')}</Table.Th>
              {hasMails && <Table.Th>{t('choices.byMail')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {choices.data.data.map(({ kind, in_app, by_email }) => (
              <Table.Tr key={kind}>
                <Table.Th scope="row">{t(`choices.of.${kind}`)}</Table.Th>
                <Table.Td>
                  <SwitchField
                    label={null}
                    aria-label={`${t(`choices.of.${kind}`)}: ${t('choices.onPage')}`}
                    value={in_app}
                    onChange={(isOn) => change.mutate({ kind, in_app: isOn })}
                  />
                </Table.Td>
                {hasMails && (
                  <Table.Td>
                    {by_email !== null && (
                      <SwitchField
                        label={null}
                        aria-label={`${t(`choices.of.${kind}`)}: ${t('choices.byMail')}`}
                        value={by_email}
                        onChange={(isOn) => change.mutate({ kind, by_email: isOn })}
                      />
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
