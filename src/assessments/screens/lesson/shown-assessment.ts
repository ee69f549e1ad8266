import type { ApiReply } from '#platform/client/api/client.ts'
import type * as contract from '../../contract.ts'
import type { ShownAssessment } from './assessment-facts.tsx'

/** A saved assessment as outlines show it. */
export const shownAssessment = ({
  settings,
  ...saved
}: ApiReply<typeof contract.updateAssessment>): ShownAssessment => ({
  ...saved,
  pass_percent: settings.pass_percent,
  time_limit_minutes: settings.time_limit_minutes,
})
