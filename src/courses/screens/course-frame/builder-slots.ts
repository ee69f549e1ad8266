import { createContext, type ComponentType } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { getCourseContents } from '../../contract.ts'

type Topic = NonNullable<ApiReply<typeof getCourseContents>['topic']>
type ContentAssessment = NonNullable<Topic['assessment']>

export interface AssessmentSlotProps {
  course_id: string
  content_id: string
  /** Title of the lesson. */
  title: string
  assessment: ContentAssessment | null
  onChange: (assessment: ContentAssessment | null) => void
}

interface Slots {
  /** Exceptions from the opening time of a content. */
  Exceptions: ComponentType<{ course_id: string; content_id: string }> | null
  /** Chooses the assessment of a content. */
  Assessment: ComponentType<AssessmentSlotProps> | null
}

/** Components of other domains in the builder. Provided where the screens are assembled. */
export const BuilderSlots = createContext<Slots>({ Exceptions: null, Assessment: null })
