import { Text } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ShownGrades } from '../model/shown-grades.ts'
import { percentText } from '../values/percent-text.ts'
import type { MyGradesReply } from './my-grades.tsx'
import classes from './my-grades.module.css'

interface Props {
  reply: MyGradesReply
  /** With grades that are tried out; null: none are. */
  tried: ShownGrades | null
}

/** The course total, and the one that it would be. */
export function MyTotal({ reply, tried }: Props) {
  const { t } = useTranslation(['my-grades', 'gradebook'])
  return (
    <section className={classes.total} aria-label={t('gradebook:total')}>
      <div>
        <Text size="sm">{t('gradebook:total')}</Text>
        <Text className={classes.percent ?? ''} data-my-total>
          {percentText(reply.total_percent)}
          {reply.grade_label && ` · ${reply.grade_label}`}
        </Text>
        <Text size="sm" c="dimmed">
          {t('soFar')}
        </Text>
        {reply.total_with_missing !== reply.total_percent && (
          <Text size="sm" c="dimmed">
            {t('withMissing', { percent: percentText(reply.total_with_missing) })}
          </Text>
        )}
      </div>
      {tried && (
        <div role="status">
          <Text size="sm">{t('whatIfTotal')}</Text>
          <Text className={classes.percent ?? ''} data-what-if>
            {percentText(tried.total.percent)}
            {tried.label && ` · ${tried.label}`}
          </Text>
        </div>
      )}
    </section>
  )
}
