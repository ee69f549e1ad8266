import { Text } from '@mantine/core'
import { formatPercent } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OutlineContent } from '../model/player-model.ts'

type Lock = NonNullable<OutlineContent['lock']>

/** Explains each lock of a content; renders nothing for a lock by staff. */
export function ContentReleaseNotice({ lock: { opens_at, opens_after, lowest_tier } }: { lock: Lock }) {
  const { t } = useTranslation('learning')
  return (
    <>
      {opens_at && (
        <Text size="sm" c="dimmed" component="span" display="block">
          {t('locked.opensOn')} <Time at={opens_at} />
        </Text>
      )}
      {opens_after && (
        <Text size="sm" c="dimmed" component="span" display="block">
          {opens_after.score === null
            ? t('locked.opensAfter', { title: opens_after.title })
            : t('locked.opensAfterScore', {
                title: opens_after.title,
                score: formatPercent(opens_after.score / 100),
              })}
        </Text>
      )}
      {lowest_tier && (
        <Text size="sm" c="dimmed" component="span" display="block">
          {t('locked.fromTier', { tier: lowest_tier })}
        </Text>
      )}
    </>
  )
}
