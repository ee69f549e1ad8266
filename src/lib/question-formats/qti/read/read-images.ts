import { htmlFromText } from '../../plain-text.ts'
import { elementsOf, type XmlElement } from '../../xml-tree.ts'
import { readShape, readSpot } from '../coordinates.ts'
import { readSet } from './read-choices.ts'
import { pairScoring, partsOf, rightPairs, textParts } from './read-pairs.ts'
import { declarationOf, descendants, isPartial, type QtiReading, type Question } from './reading.ts'

/** Choices of an interaction: 0 stands for any number of them. */
const choicesOf = ({ attributes }: XmlElement, all: number) => {
  const max = Math.trunc(Number(attributes.maxChoices ?? 1))
  return Math.min(20, Math.max(1, max === 0 ? all : max))
}

/** Regions of an image; null if the image or a shape is missing. */
export function readHotspot(interaction: XmlElement, reading: QtiReading): Question | null {
  const image = reading.image(interaction)
  if (!image) return null
  const { size, ...fields } = image
  const regions = elementsOf(interaction, 'hotspotChoice').map(({ attributes }, at) => ({
    name: attributes.identifier ?? '',
    id: reading.newPartId(),
    label: (attributes.hotspotLabel || String(at + 1)).slice(0, 200),
    shape: readShape(attributes.shape ?? '', attributes.coords ?? '', size),
  }))
  if (regions.some(({ shape }) => shape === null)) return null
  const declaration = declarationOf(reading, interaction)
  return {
    body: {
      type: 'hotspot',
      text: reading.text,
      ...fields,
      mode: 'regions',
      regions: regions.map(({ id, label, shape }) => ({ id, name: label, shape: shape! })),
      max_choices: choicesOf(interaction, regions.length),
    },
    key: { type: 'hotspot', areas: [], ...readSet(regions, declaration, reading), ...reading.texts() },
  }
}

/** Free points in an image; null if the image or a shape is missing. */
export function readSelectPoint(interaction: XmlElement, reading: QtiReading): Question | null {
  const image = reading.image(interaction)
  if (!image) return null
  const { size, ...fields } = image
  const positive = declarationOf(reading, interaction).areas.filter(({ points }) => points > 0)
  const areas = positive.map(({ shape, coords }) => readShape(shape, coords, size))
  if (areas.includes(null)) return null
  if (positive.some(({ points }) => Math.abs(points - positive[0]!.points) > 1e-4))
    reading.losses.add('partial_points')
  isPartial(reading)
  return {
    body: {
      type: 'hotspot',
      text: reading.text,
      ...fields,
      mode: 'points',
      regions: [],
      max_choices: choicesOf(interaction, areas.length),
    },
    key: {
      type: 'hotspot',
      correct: [],
      areas: areas.map((area) => area!),
      scoring: 'partial',
      ...reading.texts(),
    },
  }
}

/** Labels by their words: of a label that is an image, its description is left. */
function labelsOf(interaction: XmlElement, reading: QtiReading) {
  const elements = elementsOf(interaction).filter(({ name }) => name === 'gapText' || name === 'gapImg')
  return partsOf(elements, reading).map((part, at) => {
    const { name, attributes } = elements[at]!
    if (name === 'gapText') return part
    reading.losses.add('media')
    const [image] = descendants(elements[at]!, (inner) => inner === 'img' || inner === 'object')
    const words = attributes.objectLabel ?? image?.attributes.alt ?? attributes.identifier ?? ''
    return { ...part, text: htmlFromText(words) }
  })
}

/** Labels for spots of an image; null if the image is missing. */
export function readLabelling(interaction: XmlElement, reading: QtiReading): Question | null {
  const image = reading.image(interaction)
  if (!image) return null
  const { size, ...fields } = image
  const labels = labelsOf(interaction, reading)
  const spots = elementsOf(interaction, 'associableHotspot').map(({ attributes }) => ({
    name: attributes.identifier ?? '',
    id: reading.newPartId(),
    point: readSpot(attributes.shape ?? '', attributes.coords ?? '', size),
  }))
  if (spots.some(({ point }) => point === null)) return null
  const pairs = rightPairs(interaction, reading).flatMap(({ from, to }) => {
    const label = labels.find(({ name }) => name === from)
    const spot = spots.find(({ name }) => name === to)
    return label && spot ? [[spot.id, label.id]] : []
  })
  return {
    body: {
      type: 'labelling',
      text: reading.text,
      ...fields,
      spots: spots.map(({ id, point }) => ({ id, ...point! })),
      labels: textParts(labels),
    },
    key: {
      type: 'labelling',
      pairs: Object.fromEntries(pairs) as Record<string, string>,
      scoring: pairScoring(interaction, reading),
      ...reading.texts(),
    },
  }
}
