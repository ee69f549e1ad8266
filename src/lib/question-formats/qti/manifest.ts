import { elementOf, textOfXml, type XmlElement } from '../xml-tree.ts'
import { dialects, type QtiVersion } from './dialects.ts'
import { node, type XmlNode } from './nodes.ts'
import { descendants } from './read/reading.ts'

/** An item as the manifest lists it. */
export interface ManifestItem {
  identifier: string
  path: string
  tags: readonly string[]
  difficulty: number | null
  /** Paths of its images. */
  images: readonly string[]
}

/** Values of LOM 1.0 (IEEE 1484.12.1, 5.8), from easy to hard. */
const difficulties = ['very easy', 'easy', 'medium', 'difficult', 'very difficult']
const lom = 'http://ltsc.ieee.org/xsd/LOM'

/** Lists the items and images of a package (IMS Content Packaging), with tags and difficulty as metadata. */
export function writeManifest(items: readonly ManifestItem[], version: QtiVersion): XmlNode {
  const { manifest, itemType, schema } = dialects[version]
  const images = [...new Set(items.flatMap((item) => item.images))]
  const idOf = (path: string) => `media${images.indexOf(path) + 1}`
  const file = (href: string) => node('file', { href })
  const [schemaName, schemaVersion] = schema
  return node(
    'manifest',
    { xmlns: manifest, identifier: 'questions' },
    node('metadata', {}, node('schema', {}, schemaName), node('schemaversion', {}, schemaVersion)),
    node('organizations'),
    node('resources', {}, [
      ...items.map((item) =>
        node(
          'resource',
          { identifier: item.identifier, type: itemType, href: item.path },
          metadataOf(item),
          file(item.path),
          item.images.map((path) => node('dependency', { identifierref: idOf(path) })),
        ),
      ),
      ...images.map((path) =>
        node('resource', { identifier: idOf(path), type: 'webcontent', href: path }, file(path)),
      ),
    ]),
  )
}

function metadataOf({ tags, difficulty }: ManifestItem) {
  if (tags.length === 0 && difficulty === null) return []
  const keyword = (tag: string) => node('keyword', {}, node('string', {}, tag))
  const value = difficulty === null ? undefined : difficulties[difficulty - 1]
  return [
    node(
      'metadata',
      {},
      node(
        'lom',
        { xmlns: lom },
        tags.length > 0 ? [node('general', {}, tags.map(keyword))] : [],
        value === undefined
          ? []
          : [
              node(
                'educational',
                {},
                node('difficulty', {}, node('source', {}, 'LOMv1.0'), node('value', {}, value)),
              ),
            ],
      ),
    ),
  ]
}

/** Tags of an item, from the keywords of its metadata. */
export function tagsOf(resource: XmlElement | undefined): string[] {
  const metadata = elementOf(resource, 'metadata')
  if (!metadata) return []
  const words = descendants(metadata, (name) => name === 'keyword').map((keyword) =>
    textOfXml(keyword).trim(),
  )
  return [...new Set(words.filter(Boolean))]
}

/** Difficulty of an item from 1 to 5; null if its metadata do not say. */
export function difficultyOf(resource: XmlElement | undefined): number | null {
  const metadata = elementOf(resource, 'metadata')
  const [found] = metadata ? descendants(metadata, (name) => name === 'difficulty') : []
  const value = found && textOfXml(elementOf(found, 'value')).trim().toLowerCase()
  const at = difficulties.indexOf(value ?? '')
  return at < 0 ? null : at + 1
}
