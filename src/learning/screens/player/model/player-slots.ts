import { createContext, type ComponentType, type RefObject } from 'react'
import type { Topic } from './player-model.ts'

export interface NotesSlotProps {
  course_id: string
  topic: { id: string; type: string; title: string; body: string }
  /** The media element on screen, if the content has one. */
  media: RefObject<HTMLMediaElement | null>
  /** Element of the content's text, once rendered. */
  text: HTMLElement | null
  opened: boolean
  onOpen: () => void
  onClose: () => void
}

/** Questions about the course; keeps its state when the reader changes topics. */
export interface AskSlotProps {
  course_id: string
  topic_id: string
  opened: boolean
  onClose: () => void
}

/** Shown above the outline. */
export interface SearchSlotProps {
  course_id: string
  /** Called when a result was selected, to close an overlaying outline. */
  onFollow?: () => void
}

/** Renders nothing; scrolls to the position that the address names. */
export type HighlightSlotProps = Pick<NotesSlotProps, 'topic' | 'media' | 'text'>

/** The assessment of the open content; null if it has none that the reader may see. */
export interface AssessmentSlotProps {
  assessment: NonNullable<Topic['assessment']> | null
  is_submitted: boolean
}

/** For the student of a course. */
type CourseSlot = ComponentType<{ course_id: string }>

interface Slots {
  Notes: ComponentType<NotesSlotProps> | null
  Assistant: ComponentType<AskSlotProps> | null
  Search: ComponentType<SearchSlotProps> | null
  Landing: ComponentType<HighlightSlotProps> | null
  Assessment: ComponentType<AssessmentSlotProps> | null
  /** A button to review the course. */
  ReviewCourse: CourseSlot | null
  /** Messages at the end of the course. */
  EndThread: CourseSlot | null
}

/** Components of other domains in the player. Provided where the screens are assembled. */
export const PlayerSlots = createContext<Slots>({
  Notes: null,
  Assistant: null,
  Search: null,
  Landing: null,
  Assessment: null,
  ReviewCourse: null,
  EndThread: null,
})
