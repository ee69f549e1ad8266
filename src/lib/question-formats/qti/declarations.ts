import { elementOf, elementsOf, textOfXml, type XmlElement } from '../xml-tree.ts'
import { node, type XmlNode } from './nodes.ts'

export interface MapEntry {
  key: string
  points: number
  isCaseSensitive: boolean
}

/** Declaration of a response: its type, the right values, and the points of single values. */
export interface ResponseDeclaration {
  identifier: string
  cardinality: string
  baseType: string
  correct: string[]
  mapping: MapEntry[]
  areas: { shape: string; coords: string; points: number }[]
}

/** The response declarations of an item, by identifier. */
export function readDeclarations(item: XmlElement): Map<string, ResponseDeclaration> {
  const read = elementsOf(item, 'responseDeclaration').map((element) => {
    const { identifier = '', cardinality = 'single', baseType = '' } = element.attributes
    const correct = elementsOf(elementOf(element, 'correctResponse'), 'value').map((value) =>
      textOfXml(value).trim(),
    )
    const mapping = elementsOf(elementOf(element, 'mapping'), 'mapEntry').map(({ attributes }) => ({
      key: attributes.mapKey ?? '',
      points: Number(attributes.mappedValue ?? 0),
      isCaseSensitive: attributes.caseSensitive !== 'false',
    }))
    const areas = elementsOf(elementOf(element, 'areaMapping'), 'areaMapEntry').map(({ attributes }) => ({
      shape: attributes.shape ?? '',
      coords: attributes.coords ?? '',
      points: Number(attributes.mappedValue ?? 0),
    }))
    return { identifier, cardinality, baseType, correct, mapping, areas }
  })
  return new Map(read.map((declaration) => [declaration.identifier, declaration]))
}

interface Declaring {
  identifier?: string
  cardinality: 'single' | 'multiple' | 'ordered'
  baseType: string
  correct?: readonly string[]
  /** Points of single values, as text. */
  mapping?: readonly { key: string; points: string; isCaseSensitive?: boolean }[]
  areas?: readonly { shape: string; coords: string; points: string }[]
  /** Points of values that are not mapped. */
  otherPoints?: string
}

/** A response declaration; points are shares of the item from 0 to 1. */
export function writeDeclaration(declaring: Declaring): XmlNode {
  const {
    identifier = 'RESPONSE',
    cardinality,
    baseType,
    correct,
    mapping,
    areas,
    otherPoints = '0',
  } = declaring
  const bounds = { lowerBound: 0, upperBound: 1, defaultValue: otherPoints }
  const values = (correct ?? []).map((value) => node('value', {}, value))
  const entries = (mapping ?? []).map(({ key, points, isCaseSensitive }) =>
    node('mapEntry', { mapKey: key, mappedValue: points, caseSensitive: isCaseSensitive }),
  )
  const areaEntries = (areas ?? []).map(({ shape, coords, points }) =>
    node('areaMapEntry', { shape, coords, mappedValue: points }),
  )
  return node('responseDeclaration', { identifier, cardinality, baseType }, [
    ...(correct ? [node('correctResponse', {}, values)] : []),
    ...(mapping ? [node('mapping', bounds, entries)] : []),
    ...(areas ? [node('areaMapping', bounds, areaEntries)] : []),
  ])
}

/** Points as a file writes them: six decimals, so that three thirds are one again. */
export const pointsText = (points: number) => String(Number(points.toFixed(6)))

/** The share that points of a file stand for: what is within 0.0001 of n/k, k up to 40, is exactly n/k. */
export function shareOfPoints(points: number, highest: number): number {
  const share = highest > 0 ? points / highest : 0
  for (let k = 1; k <= 40; k += 1) {
    const n = Math.round(share * k)
    if (Math.abs(share - n / k) < 1e-5) return n / k
  }
  return share
}
