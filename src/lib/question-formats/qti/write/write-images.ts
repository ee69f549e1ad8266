import { writeShape } from '../coordinates.ts'
import { pointsText, writeDeclaration } from '../declarations.ts'
import { node } from '../nodes.ts'
import { declareSet, identifiersOf, type Question, type QtiWriting, type Written } from './writing.ts'

/** Regions or free points of an image; null without the image. */
export function writeHotspot({ body, key }: Question<'hotspot'>, writing: QtiWriting): Written | null {
  const image = writing.image(body.image_id, body.image_alt)
  if (!image) return null
  return body.mode === 'points'
    ? writePoints({ body, key }, image, writing)
    : writeRegions({ body, key }, image)
}

type Image = NonNullable<ReturnType<QtiWriting['image']>>

function writeRegions({ body, key }: Question<'hotspot'>, { element, size }: Image): Written {
  const names = identifiersOf(body.regions, 'A')
  const { declaration, scoring } = declareSet(names, key, body.max_choices === 1 ? 'single' : 'multiple')
  return {
    declarations: [declaration],
    content: [
      node(
        'hotspotInteraction',
        { responseIdentifier: 'RESPONSE', maxChoices: body.max_choices },
        element,
        body.regions.map(({ id, name, shape }) =>
          node('hotspotChoice', {
            identifier: names.get(id),
            ...writeShape(shape, size),
            hotspotLabel: name,
          }),
        ),
      ),
    ],
    scoring,
  }
}

function writePoints(
  { body, key }: Question<'hotspot'>,
  { element, size }: Image,
  { losses }: QtiWriting,
): Written {
  if (key.scoring !== 'partial') losses.add('settings')
  const points = pointsText(1 / key.areas.length)
  const isSingle = body.max_choices === 1
  return {
    declarations: [
      writeDeclaration({
        cardinality: isSingle ? 'single' : 'multiple',
        baseType: 'point',
        areas: key.areas.map((area) => ({ ...writeShape(area, size), points })),
      }),
    ],
    content: [
      node(
        'selectPointInteraction',
        { responseIdentifier: 'RESPONSE', maxChoices: body.max_choices },
        element,
      ),
    ],
    scoring: { kind: 'map_response_point' },
  }
}

/** Radius of the place for a label, in pixels. */
const spotRadius = 12

/** Labels for spots of an image; null without the image. */
export function writeLabelling({ body, key }: Question<'labelling'>, writing: QtiWriting): Written | null {
  const image = writing.image(body.image_id, body.image_alt)
  if (!image) return null
  const [spots, labels] = [identifiersOf(body.spots, 'S'), identifiersOf(body.labels, 'L')]
  const correct = body.spots.map(({ id }) => `${labels.get(key.pairs[id]!)} ${spots.get(id)}`)
  const isPartial = key.scoring === 'partial'
  const points = pointsText(1 / correct.length)
  const { width, height } = image.size
  return {
    declarations: [
      writeDeclaration({
        cardinality: 'multiple',
        baseType: 'directedPair',
        correct,
        ...(isPartial && { mapping: correct.map((pair) => ({ key: pair, points })) }),
      }),
    ],
    content: [
      node(
        'graphicGapMatchInteraction',
        { responseIdentifier: 'RESPONSE' },
        image.element,
        body.labels.map(({ id, text }) =>
          node('gapText', { identifier: labels.get(id), matchMax: 0 }, writing.plain(text)),
        ),
        body.spots.map(({ id, x, y }) =>
          node('associableHotspot', {
            identifier: spots.get(id),
            shape: 'circle',
            coords: `${Math.round(x * width)},${Math.round(y * height)},${spotRadius}`,
            matchMax: 1,
          }),
        ),
      ),
    ],
    scoring: { kind: isPartial ? 'map_response' : 'match_correct' },
  }
}
