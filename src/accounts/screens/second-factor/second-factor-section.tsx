import { Badge, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { FactorAction } from './second-factor-dialog.tsx'

const SecondFactorDialog = lazy(() => import('./second-factor-dialog.tsx'))

/** Second factor of the user. `hasPassword`: whether turning it off requires the password. */
export function SecondFactorSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation(['accounts', 'second-factor'])
  const factor = useApiQuery(contract.getMySecondFactor, {})
  const [task, setTask] = useState<FactorAction | null>(null)
  const state = factor.data
  return (
    <Section
      title={t('second-factor:title')}
      text={t('second-factor:text')}
      aside={
        state && (
          <Badge variant="light" color={state.enabled_at ? 'success' : 'gray'}>
            {t(state.enabled_at ? 'second-factor:on' : 'second-factor:off')}
          </Badge>
        )
      }
    >
      {factor.error && <ErrorState error={factor.error} onRetry={factor.refetch} />}
      {factor.isPending && <ListSkeleton rows={1} />}
      {state && !state.enabled_at && (
        <Group>
          <Button variant="default" onClick={() => setTask('on')}>
            {t('second-factor:turnOn')}
          </Button>
        </Group>
      )}
      {state?.enabled_at && (
        <>
          <Text>
            {t('second-factor:since')} <Time at={state.enabled_at} style="date" /> ·{' '}
            {t('second-factor:codesLeft', { count: state.recovery_codes_left })}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => setTask('renew')}>
              {t('second-factor:renew')}
            </Button>
            <Button variant="subtle" color="error" onClick={() => setTask('off')}>
              {t('second-factor:turnOff')}
            </Button>
          </Group>
        </>
      )}
      {task && (
        <Suspense>
          <SecondFactorDialog task={task} hasPassword={hasPassword} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </Section>
  )
}
