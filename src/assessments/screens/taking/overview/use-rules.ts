import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { formatNumber, formatPercent } from '#ui/components/formatting/format-number.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../../../contract.ts'

export type Overview = ApiReply<typeof contract.getAssessmentOverview>

/** The rules of an assessment in words, without those that do not apply. */
export function useRules(overview: Overview): { name: string; value: string }[] {
  const { t, i18n } = useTranslation('taking')
  const zone = useSchool().time_zone
  const time = (instant: unknown) =>
    instant === null
      ? null
      : formatTime(new Date(instant as string), { style: 'datetime', language: i18n.language, zone })
  const number = (value: number | null) => (value === null ? null : formatNumber(value))
  const left =
    overview.max_attempts === null ? null : Math.max(0, overview.max_attempts - overview.used_attempts)
  const percent = overview.pass_percent === null ? null : formatPercent(overview.pass_percent / 100)
  const minutes = number(overview.time_limit_minutes)
  const values = {
    questions: number(overview.question_count),
    points: number(overview.total_points),
    time: minutes === null ? t('rules.noLimit') : t('rules.minutes', { number: minutes }),
    opens: time(overview.opens_at),
    closes: time(overview.closes_at),
    due: time(overview.due_at),
    attempts: left === null ? t('rules.anyNumber') : number(left),
    pass: percent,
    counts: overview.max_attempts === 1 ? null : t(`rules.score_${overview.score_from}`),
    release: t(`rules.release_${overview.release.when}`),
  }
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ name: t(`rules.names.${key as keyof typeof values}`), value }],
  )
}
