import { Anchor, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getPlan } from '../contract.ts'
import { usageTexts, useUpgradeMail } from './plan-texts.ts'

/** One quiet line with the usage of a plan with limits; nothing for other plans. */
export function PlanLine({ plan: { limits } }: { plan: ApiReply<typeof getPlan> }) {
  const { t } = useTranslation('plans')
  const mail = useUpgradeMail()
  if (!limits) return null
  return (
    <Text size="sm" c="dimmed">
      {t('line.free')}
      {' · '}
      {t('line.usage', usageTexts(limits))}
      {mail && (
        <>
          {' · '}
          <Anchor href={mail} underline="always" inherit>
            {t('upgrade.ask')}
          </Anchor>
        </>
      )}
    </Text>
  )
}
