import type { DropCode, FileQuestion, noTexts } from '../../format-types.ts'
import { elementsOf, type XmlElement } from '../../xml-tree.ts'
import type { ImageSize } from '../coordinates.ts'
import type { ResponseDeclaration } from '../declarations.ts'
import type { ReadScoring } from './read-processing.ts'

export type Question = Pick<FileQuestion, 'body' | 'key'>

/** An item of a package while it is read. */
export interface QtiReading {
  /** The item in the names of version 2. */
  item: XmlElement
  losses: Set<DropCode>
  newPartId: () => string
  /** HTML of the question, without what students fill in. */
  text: string
  /** HTML of the content of an element. */
  html: (element: XmlElement | undefined) => string
  declarations: ReadonlyMap<string, ResponseDeclaration>
  scoring: ReadScoring
  /** Feedback of the question. */
  texts: () => ReturnType<typeof noTexts>
  /** Advice for markers. */
  guidance: string
  /** The image of an interaction, with its description; null if it is missing. */
  image: (interaction: XmlElement) => { image_id: string; image_alt: string; size: ImageSize } | null
}

/** Elements with one of the names, at any depth, in the order of the file. */
export function descendants(element: XmlElement, matches: (name: string) => boolean): XmlElement[] {
  return elementsOf(element).flatMap((child) => [
    ...(matches(child.name) ? [child] : []),
    ...descendants(child, matches),
  ])
}

/** Whether an element is one that students answer. */
export const isInteraction = (name: string) => name.endsWith('Interaction')

const noDeclaration: ResponseDeclaration = {
  identifier: '',
  cardinality: 'single',
  baseType: '',
  correct: [],
  mapping: [],
  areas: [],
}

/** The declaration of the response of an interaction. */
export const declarationOf = ({ declarations }: QtiReading, interaction: XmlElement) =>
  declarations.get(interaction.attributes.responseIdentifier ?? '') ?? noDeclaration

/** Whether right parts of an answer count. Rules that are not read are listed, and the right answer is used alone. */
export function isPartial({ scoring, losses }: QtiReading) {
  if (scoring.kind === 'other') losses.add('own_scoring')
  return scoring.kind === 'map_response' || scoring.kind === 'map_response_point'
}
