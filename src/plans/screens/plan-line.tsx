import { Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getPlan } from '../contract.ts'
import { usageTexts } from './plan-texts.ts'
import { UpgradeLink } from './upgrade-link.tsx'

/** One quiet line with the usage of a plan with limits; nothing for other plans. */
export function PlanLine({ plan: { limits, is_flagged } }: { plan: ApiReply<typeof getPlan> }) {
  const { t } = useTranslation('plans')
  if (!limits) return null
  return (
    <Text size="sm" c="dimmed">
      {is_flagged && `${t('line.free')} · `}
      {t('line.usage', usageTexts(limits))}
      {' · '}
      <UpgradeLink />
    </Text>
  )
}
