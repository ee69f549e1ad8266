import type { KeyOf, QuestionKey } from '../../../questions/index.ts'
import type { DropCode, FileQuestion } from '../../format-types.ts'
import { textFromHtml } from '../../plain-text.ts'
import type { ImageSize } from '../coordinates.ts'
import { dialects, inDialect, type QtiVersion } from '../dialects.ts'
import { node, type XmlNode } from '../nodes.ts'
import { blocksOf, writeHtml, type HtmlWriting } from './write-html.ts'
import { writeProcessing } from './write-processing.ts'
import { qtiWriters } from './write-types.ts'
import type { QtiWriting, Written } from './writing.ts'

/** An image of the package. */
export interface PackageImage {
  /** Path as an item refers to it. */
  path: string
  type: string
  size: ImageSize | null
}

interface Options {
  version: QtiVersion
  identifier: string
  losses: Set<DropCode>
  imageOf: (upload_id: string) => PackageImage | undefined
}

/** An item with one question; a code if the format, or the package, has not what the question needs. */
export function writeItem(
  question: FileQuestion,
  options: Options,
): XmlNode | 'type_not_supported' | 'media' {
  const { body, key } = question
  const { version, identifier, losses } = options
  const writing = createWriting(options)
  const writer = qtiWriters[body.type] as
    | ((question: object, writing: QtiWriting) => Written | null)
    | undefined
  if (!writer) return 'type_not_supported'
  const written = writer({ body, key }, writing)
  if (!written) return 'media'
  const text = written.text ?? writing.html(body.text)
  const feedback = feedbackOf(key, writing)
  const hasFeedback = feedback.length > 0 || hasOptionFeedback(key)
  const { item: namespace, templates } = dialects[version]
  const item = node(
    'assessmentItem',
    { xmlns: namespace, identifier, title: question.name, adaptive: false, timeDependent: false },
    written.declarations,
    ...outcomes(written, hasFeedback),
    node('itemBody', {}, [...guidanceOf(key, writing), ...blocksOf(text), ...written.content]),
    writeProcessing({
      scoring: written.scoring,
      hasFeedback,
      hasOptionFeedback: hasOptionFeedback(key),
      templates,
    }),
    feedback,
  )
  if ('hints' in key && key.hints.length > 0) losses.add('hints')
  return inDialect(item, version)
}

function createWriting({ version, losses, imageOf }: Options): QtiWriting {
  const html: HtmlWriting = { losses, imagePath: (id) => imageOf(id)?.path ?? null }
  return {
    ...html,
    version,
    html: (text) => writeHtml(text, html),
    plain(text) {
      const words = textFromHtml(text)
      if (!words.isPlain) losses.add('formatting')
      return words.text
    },
    image(upload_id, alt) {
      const image = imageOf(upload_id)
      if (!image?.size) return null
      const { path, type, size } = image
      return { element: imageElement({ path, type, alt, size }, version), size }
    },
  }
}

/** Version 2 allows an object only, whose content is its description. */
const imageElement = (
  { path, type, alt, size }: { path: string; type: string; alt: string; size: ImageSize },
  version: QtiVersion,
) =>
  version === '3.0'
    ? node('img', { src: path, alt, ...size })
    : node('object', { data: path, type, ...size }, alt === '' ? [] : alt)

function outcomes({ scoring }: Written, hasFeedback: boolean) {
  const score = node(
    'outcomeDeclaration',
    { identifier: 'SCORE', cardinality: 'single', baseType: 'float', normalMaximum: 1 },
    node('defaultValue', {}, node('value', {}, '0')),
  )
  const feedback = { identifier: 'FEEDBACK', cardinality: 'multiple', baseType: 'identifier' }
  return [
    ...(scoring.kind === 'none' && !hasFeedback ? [] : [score]),
    ...(hasFeedback ? [node('outcomeDeclaration', feedback)] : []),
  ]
}

const hasOptionFeedback = (key: QuestionKey): key is KeyOf<'single_choice' | 'multiple_choice'> =>
  'option_feedback' in key && Object.values(key.option_feedback).some((html) => html !== '')

/** Feedback by when it is shown: always, after a right answer, after a wrong one. */
export const feedbackKinds = ['general', 'correct', 'incorrect'] as const

function feedbackOf(key: QuestionKey, { html }: QtiWriting) {
  if (!('feedback' in key)) return []
  return feedbackKinds.flatMap((identifier) => {
    const text = key.feedback[identifier]
    const shown = { outcomeIdentifier: 'FEEDBACK', identifier, showHide: 'show' }
    return text === '' ? [] : [node('modalFeedback', shown, html(text))]
  })
}

/** Advice for markers, which students do not see. */
const guidanceOf = (key: QuestionKey, { html }: QtiWriting) =>
  'guidance' in key && key.guidance !== ''
    ? [node('rubricBlock', { view: 'scorer' }, blocksOf(html(key.guidance)))]
    : []
