import { Group, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { getCourseContents } from '#courses/contract.ts'
import { formatNumber, formatPercent } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { ReactNode } from 'react'
import classes from './lesson-assessment.module.css'

/** An assessment as outlines and the player get it. */
type Topic = NonNullable<ApiReply<typeof getCourseContents>['topic']>
export type ShownAssessment = NonNullable<Topic['assessment']>

/** Number of questions, points, limits and window of an assessment. */
export function AssessmentFacts({ assessment }: { assessment: ShownAssessment }) {
  const { t } = useTranslation('lesson-assessments')
  const { time_limit_minutes, pass_percent, opens_at, closes_at } = assessment
  return (
    <dl className={classes.facts}>
      <Fact label={t('questions')}>{formatNumber(assessment.question_count)}</Fact>
      <Fact label={t('points')}>{formatNumber(assessment.total_points)}</Fact>
      {time_limit_minutes !== null && (
        <Fact label={t('timeLimit')}>{t('minutes', { number: formatNumber(time_limit_minutes) })}</Fact>
      )}
      {pass_percent !== null && <Fact label={t('passMark')}>{formatPercent(pass_percent / 100)}</Fact>}
      {opens_at && (
        <Fact label={t('opens')}>
          <Time at={opens_at} />
        </Fact>
      )}
      {closes_at && (
        <Fact label={t('closes')}>
          <Time at={closes_at} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" align="baseline">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="sm" fw={600} m={0}>
        {children}
      </Text>
    </Group>
  )
}
