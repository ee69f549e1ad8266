import { Text } from '@mantine/core'
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
          {t('locked.opensAfter', { title: opens_after.title })}
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
