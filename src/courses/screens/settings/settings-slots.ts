import { createContext, type ComponentType } from 'react'

interface Slots {
  /** How many people wait for a course to open. */
  WaitingReaders: ComponentType<{ course_id: string }> | null
}

/** What other domains put into the settings of a course. Filled where the screens are assembled. */
export const SettingsSlots = createContext<Slots>({ WaitingReaders: null })
