import type { DropCode, FileQuestion, noTexts } from './format-types.ts'
import type { XmlElement } from './xml-tree.ts'

export type Question = Pick<FileQuestion, 'body' | 'key'>

/** A question of a file while it is read. */
export interface MoodleReading {
  element: XmlElement
  newPartId: () => string
  losses: Set<DropCode>
  /** HTML of the question. */
  text: string
  /** HTML of a child with a `text`. */
  html: (from: XmlElement | undefined) => string
  /** Words of a child with a `text`. */
  plain: (from: XmlElement | undefined) => string
  /** Words of a child by its name. */
  value: (name: string) => string
  /** Feedback and hints. */
  texts: () => ReturnType<typeof noTexts>
}
