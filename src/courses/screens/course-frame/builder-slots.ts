import { createContext, type ComponentType } from 'react'

interface Slots {
  /** For whom a content opens at another time than for everybody. */
  Exceptions: ComponentType<{ course_id: string; content_id: string }> | null
}

/** What other domains put into the builder. Filled where the screens are assembled. */
export const BuilderSlots = createContext<Slots>({ Exceptions: null })
