import { createContext, type ComponentType } from 'react'

interface Slots {
  /** Number of people who wait for a course to open. */
  WaitingReaders: ComponentType<{ course_id: string }> | null
  /** Courses that buyers of a course can add. */
  BumpOffers: ComponentType<{ course_id: string }> | null
}

/** Components of other domains in the course settings. Provided where the screens are assembled. */
export const SettingsSlots = createContext<Slots>({ WaitingReaders: null, BumpOffers: null })
