import type { BodyOf, KeyOf, QuestionType } from '../../../questions/index.ts'
import { sharesOfScoring } from '../../shares.ts'
import type { ImageSize } from '../coordinates.ts'
import type { QtiVersion } from '../dialects.ts'
import { pointsText, writeDeclaration } from '../declarations.ts'
import type { XmlChild, XmlNode } from '../nodes.ts'
import type { HtmlWriting } from './write-html.ts'
import type { Scoring } from './write-processing.ts'

/** What the writers of the types use. */
export interface QtiWriting extends HtmlWriting {
  version: QtiVersion
  /** Well-formed content of HTML. */
  html: (html: string) => XmlChild[]
  /** The words of HTML, where the format has no place for more. */
  plain: (html: string) => string
  /** An image below shapes; null if its file or its size is not known. */
  image: (upload_id: string, alt: string) => { element: XmlNode; size: ImageSize } | null
}

export interface Question<T extends QuestionType> {
  body: BodyOf<T>
  key: KeyOf<T>
}

/** What an item of a type has besides its texts. */
export interface Written {
  declarations: XmlNode[]
  /** The text of the question with its inline fields, if it has some. */
  text?: XmlChild[]
  /** What follows the text. */
  content: XmlChild[]
  scoring: Scoring
}

/** Names of parts in a file, by their ids: they tell nothing and begin with a letter. */
export const identifiersOf = (parts: readonly { id: string }[], letter: string) =>
  new Map(parts.map(({ id }, at) => [id, `${letter}${at + 1}`]))

/** Right values, with the points of each if right parts count. */
export function declareSet(
  names: ReadonlyMap<string, string>,
  key: { correct: string[]; scoring: string },
  cardinality: 'single' | 'multiple' = 'multiple',
) {
  const { shareOf } = sharesOfScoring(names.size, { ...key, scoring: 'partial' })
  const isPartial = key.scoring === 'partial'
  const mapping = [...names].map(([id, name]) => ({ key: name, points: pointsText(shareOf(id)) }))
  return {
    declaration: writeDeclaration({
      cardinality,
      baseType: 'identifier',
      correct: [...names].filter(([id]) => key.correct.includes(id)).map(([, name]) => name),
      ...(isPartial && { mapping }),
    }),
    scoring: { kind: isPartial ? ('map_response' as const) : ('match_correct' as const) },
  }
}
