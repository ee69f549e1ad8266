import { createContext, type ComponentType } from 'react'

interface Slots {
  /** Exceptions from the opening time of a content. */
  Exceptions: ComponentType<{ course_id: string; content_id: string }> | null
}

/** Components of other domains in the builder. Provided where the screens are assembled. */
export const BuilderSlots = createContext<Slots>({ Exceptions: null })
