import { createContext, type ComponentType, type RefObject } from 'react'

export interface NotesSlotProps {
  course_id: string
  topic: { id: string; type: string; title: string; body: string }
  /** The player on screen, where the content plays. */
  media: RefObject<HTMLMediaElement | null>
  /** Where the content's text is drawn, as soon as it is. */
  text: HTMLElement | null
  opened: boolean
  onOpen: () => void
  onClose: () => void
}

/** Questions about the course; stays as it is while its reader goes from topic to topic. */
export interface AskSlotProps {
  course_id: string
  topic_id: string
  opened: boolean
  onClose: () => void
}

/** Stands above the outline. */
export interface SearchSlotProps {
  course_id: string
  /** A place was chosen: an outline over the page goes away. */
  onFollow?: () => void
}

/** Shows nothing, and brings the reader to the place that the address names. */
export type HighlightSlotProps = Pick<NotesSlotProps, 'topic' | 'media' | 'text'>

/** For the student of a course. */
type CourseSlot = ComponentType<{ course_id: string }>

interface Slots {
  Notes: ComponentType<NotesSlotProps> | null
  Ask: ComponentType<AskSlotProps> | null
  Search: ComponentType<SearchSlotProps> | null
  Landing: ComponentType<HighlightSlotProps> | null
  /** A button to review the course. */
  ReviewCourse: CourseSlot | null
  /** The conversation at the end of the course. */
  EndThread: CourseSlot | null
}

/** What other domains put beside the open content. Filled where the screens are assembled. */
export const PlayerSlots = createContext<Slots>({
  Notes: null,
  Ask: null,
  Search: null,
  Landing: null,
  ReviewCourse: null,
  EndThread: null,
})
