import type { DropCode, FileQuestion } from '../../format-types.ts'
import { elementOf, elementsOf, type XmlElement } from '../../xml-tree.ts'
import type { ImageSize } from '../coordinates.ts'
import { readDeclarations } from '../declarations.ts'
import { toVersion2 } from '../dialects.ts'
import { isFeedback, readChoice, readEssay, readOrder, readUpload } from './read-choices.ts'
import { readEntry, readGaps, readSlider, type GapField } from './read-entries.ts'
import { readHtml, type HtmlReading } from './read-html.ts'
import { readHotspot, readLabelling, readSelectPoint } from './read-images.ts'
import { readMatch } from './read-pairs.ts'
import { readScoring } from './read-processing.ts'
import { descendants, isInteraction, type QtiReading, type Question } from './reading.ts'
import { feedbackKinds } from '../write/write-item.ts'

/** An image of the package while an item is read. */
export interface ImageSource {
  id: string
  size: ImageSize | null
}

interface Source {
  losses: Set<DropCode>
  newPartId: () => string
  /** The image at a path that is relative to the item; null if it is missing. */
  imageAt: (path: string) => ImageSource | null
}

/** The question of an item; a code if it cannot be read. */
export function readItem(
  root: XmlElement,
  source: Source,
): Pick<FileQuestion, 'name' | 'body' | 'key'> | 'type_not_supported' | 'question_invalid' | 'image_missing' {
  const item = toVersion2(root)
  const body = elementOf(item, 'itemBody')
  if (item.name !== 'assessmentItem' || !body) return 'question_invalid'
  if (isDrawn(item)) return 'type_not_supported'
  const interactions = descendants(body, isInteraction)
  const fields = inlineFields(body, interactions, source.newPartId)
  const reading = createReading({ item, body, fields }, source)
  const question = questionOf({ interactions, fields, reading })
  if (question === 'type_not_supported') return question
  if (!question) {
    const isOfImage = interactions.some(({ name }) => imageInteractions.has(name))
    return isOfImage && interactions.every((one) => !reading.image(one))
      ? 'image_missing'
      : 'question_invalid'
  }
  if (reading.guidance !== '' && !('guidance' in question.key)) source.losses.add('guidance')
  return { name: (item.attributes.title ?? '').trim().slice(0, 200), ...question }
}

/** Items with values that are drawn, or that change with each try. */
const isDrawn = (item: XmlElement) =>
  item.attributes.adaptive === 'true' || elementOf(item, 'templateProcessing') !== undefined

const imageInteractions = new Set([
  'hotspotInteraction',
  'selectPointInteraction',
  'graphicGapMatchInteraction',
])

const readers: Record<string, (interaction: XmlElement, reading: QtiReading) => Question | null> = {
  choiceInteraction: readChoice,
  orderInteraction: readOrder,
  matchInteraction: readMatch,
  extendedTextInteraction: readEssay,
  uploadInteraction: readUpload,
  textEntryInteraction: readEntry,
  sliderInteraction: readSlider,
  hotspotInteraction: readHotspot,
  selectPointInteraction: readSelectPoint,
  graphicGapMatchInteraction: readLabelling,
}

interface Parts {
  interactions: readonly XmlElement[]
  fields: readonly GapField[]
  reading: QtiReading
}

function questionOf({ interactions, fields, reading }: Parts): Question | null | 'type_not_supported' {
  const [first, ...others] = interactions
  if (!first) return { body: { type: 'information', text: reading.text }, key: { type: 'information' } }
  if (fields.length === interactions.length) return readGaps(fields, reading)
  const read = Object.hasOwn(readers, first.name) ? readers[first.name] : undefined
  return read && others.length === 0 ? read(first, reading) : 'type_not_supported'
}

const isInline = (name: string) => name === 'textEntryInteraction' || name === 'inlineChoiceInteraction'

/** Fields inside a text. A single field that stands alone in its paragraph answers the whole question. */
function inlineFields(
  body: XmlElement,
  interactions: readonly XmlElement[],
  newPartId: () => string,
): GapField[] {
  const inline = interactions.filter(({ name }) => isInline(name))
  const [only] = inline
  if (inline.length === 1 && only!.name === 'textEntryInteraction' && isAlone(body, only!)) return []
  return inline.map((element) => ({ id: newPartId(), element }))
}

function isAlone(parent: XmlElement, field: XmlElement): boolean {
  if (!parent.children.includes(field)) return elementsOf(parent).some((child) => isAlone(child, field))
  const others = parent.children.filter((child) => child !== field)
  return (
    parent.name !== 'itemBody' && others.every((child) => typeof child === 'string' && child.trim() === '')
  )
}

interface Item {
  item: XmlElement
  body: XmlElement
  fields: readonly GapField[]
}

function createReading({ item, body, fields }: Item, { losses, newPartId, imageAt }: Source): QtiReading {
  const shared = { losses, imageId: (path: string) => imageAt(path)?.id ?? null }
  const html = (element: XmlElement | undefined) => readHtml(element, { ...shared, special: withoutFeedback })
  const rubrics = elementsOf(body, 'rubricBlock').filter((block) => !isForCandidates(block))
  const feedback = feedbackOf(item, html, losses)
  return {
    item,
    losses,
    newPartId,
    html,
    text: readHtml(body, { ...shared, special: (element) => textOf(element, fields, shared) }),
    declarations: readDeclarations(item),
    scoring: readScoring(elementOf(item, 'responseProcessing')),
    guidance: rubrics.map(html).join(''),
    texts: () => ({ feedback: { ...feedback }, hints: [] }),
    image(interaction) {
      const element = elementsOf(interaction).find(({ name }) => name === 'object' || name === 'img')
      const source = element && imageAt(element.attributes.data ?? element.attributes.src ?? '')
      const size = element && source ? (sizeOf(element) ?? source.size) : null
      if (!element || !source || !size) return null
      const words = element.children
        .filter((child) => typeof child === 'string')
        .join('')
        .trim()
      return { image_id: source.id, image_alt: (element.attributes.alt ?? words).slice(0, 500), size }
    },
  }
}

/** Feedback of an option is read with the option. */
const withoutFeedback = ({ name }: XmlElement) => (isFeedback(name) ? '' : undefined)

const isForCandidates = ({ attributes }: XmlElement) =>
  (attributes.view ?? 'candidate').split(/\s+/).includes('candidate')

/** In the text of the question, fields are gaps, and other interactions give their prompt alone. */
function textOf(element: XmlElement, fields: readonly GapField[], reading: HtmlReading): string | undefined {
  const field = fields.find((one) => one.element === element)
  if (field) return `[[${field.id}]]`
  const { name } = element
  if (isFeedback(name) || name === 'templateBlock' || name === 'templateInline') return ''
  if (name === 'rubricBlock') return isForCandidates(element) ? undefined : ''
  if (
    name === 'p' &&
    elementsOf(element).some(({ name: inner }) => inner === 'textEntryInteraction') &&
    fields.length === 0
  )
    return ''
  if (!isInteraction(name)) return undefined
  return readHtml(elementOf(element, 'prompt'), reading)
}

function sizeOf({ attributes }: XmlElement): ImageSize | null {
  const [width, height] = [Number(attributes.width), Number(attributes.height)]
  return width > 0 && height > 0 ? { width, height } : null
}

function feedbackOf(item: XmlElement, html: (element: XmlElement) => string, losses: Set<DropCode>) {
  const feedback = { general: '', correct: '', incorrect: '' }
  for (const element of elementsOf(item, 'modalFeedback')) {
    const kind = feedbackKinds.find((one) => one === element.attributes.identifier)
    // Other rules decide when this feedback is shown.
    if (!kind) losses.add('feedback')
    else feedback[kind] = html(element)
  }
  return feedback
}
