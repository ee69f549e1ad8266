import { Alert, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

export const handle: ScreenHandle = { namespaces: ['assistant'] }

type Settings = ApiReply<typeof contract.getAssistantSettings>

/** Settings and limits of the assistant for a school. */
export default function AssistantSettings() {
  const { t } = useTranslation('assistant')
  const { data: settings, error, refetch } = useApiQuery(contract.getAssistantSettings, {})
  return (
    <>
      <PageHeading
        title={t('school.title')}
        text={t('school.text')}
        crumbs={[{ label: t('school.back'), to: '/manage/settings' }]}
      />
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!settings && !error && <FormSkeleton fields={3} />}
      {settings && (
        <Stack gap="lg" maw={760}>
          <Switches settings={settings} />
          <Today settings={settings} />
        </Stack>
      )}
    </>
  )
}

function Switches({ settings }: { settings: Settings }) {
  const { t } = useTranslation('assistant')
  const { errorText } = useErrorText()
  const [daily, setDaily] = useState(settings.student_daily_questions)
  const change = useApiMutation(contract.updateAssistantSettings, {
    invalidates: [contract.getAssistantSettings],
    optimistic(input, client) {
      const key = queryKey(contract.getAssistantSettings, {})
      const before = client.getQueryData<Settings>(key)
      client.setQueryData(key, before && { ...before, ...input })
      return () => client.setQueryData(key, before)
    },
    onSuccess: () => toast(t('school.saved')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="lg">
        <SwitchField
          label={t('school.isOn')}
          hint={t('school.isOnHint')}
          value={settings.is_on}
          onChange={(is_on) => change.mutate({ is_on })}
        />
        {settings.has_endpoint ? (
          <SwitchField
            label={t('school.usesEndpoint')}
            hint={t('school.usesEndpointHint')}
            value={settings.uses_endpoint}
            onChange={(uses_endpoint) => change.mutate({ uses_endpoint })}
          />
        ) : (
          <Alert color="gray">{t('school.noEndpoint')}</Alert>
        )}
        <Group
          component="form"
          align="flex-end"
          gap="sm"
          onSubmit={(event) => {
            event.preventDefault()
            change.mutate({ student_daily_questions: daily })
          }}
        >
          <NumberField
            label={t('school.daily')}
            hint={t('school.dailyHint', { limit: settings.limits.student_questions })}
            value={daily}
            onChange={setDaily}
            min={1}
            max={100_000}
            allowDecimal={false}
            flex={1}
            miw={240}
          />
          <Button type="submit" variant="default" disabled={daily === settings.student_daily_questions}>
            {t('school.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Today({ settings: { used_today, limits, has_endpoint, keep_days } }: { settings: Settings }) {
  const { t } = useTranslation('assistant')
  const meters = [
    { name: 'questions' as const, used: used_today.questions, limit: limits.school_questions, shown: true },
    { name: 'tokens' as const, used: used_today.tokens, limit: limits.school_tokens, shown: has_endpoint },
  ]
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('school.today')}
        </Title>
        {meters
          .filter(({ shown }) => shown)
          .map(({ name, used, limit }) => {
            const text = t(`school.${name}`, { used: formatNumber(used), limit: formatNumber(limit) })
            return (
              <div key={name}>
                <Text mb={6}>{text}</Text>
                <Progress.Root>
                  <Progress.Section
                    value={limit ? Math.min(100, (used * 100) / limit) : 100}
                    aria-label={text}
                  />
                </Progress.Root>
              </div>
            )
          })}
        <Text size="sm" c="dimmed">
          {t('school.kept', { count: keep_days })}
        </Text>
      </Stack>
    </Paper>
  )
}
