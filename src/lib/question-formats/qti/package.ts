import { readZip, type ZipArchive } from '../../zip/read-zip.ts'
import { writeZip, type ZipFile } from '../../zip/write-zip.ts'
import { ZipError } from '../../zip/zip-error.ts'
import {
  dropAt,
  ImportList,
  maxQuestionChars,
  type Drop,
  type DropCode,
  type FileQuestion,
  type ImportedFile,
} from '../format-types.ts'
import { textFromHtml } from '../plain-text.ts'
import { elementOf, elementsOf, parseXml, textOfXml, XmlRefusedError, type XmlElement } from '../xml-tree.ts'
import type { QtiVersion } from './dialects.ts'
import { imageKind, imageSize } from './image-files.ts'
import { difficultyOf, tagsOf, writeManifest, type ManifestItem } from './manifest.ts'
import { serializeXml, xmlHeader } from './nodes.ts'
import { readItem, type ImageSource } from './read/read-item.ts'
import { descendants } from './read/reading.ts'
import { writeItem, type PackageImage } from './write/write-item.ts'

/** An image of a package, for which a question has a temporary id until it is uploaded. */
export interface ImportedImage {
  id: string
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface ImportedPackage extends ImportedFile {
  images: ImportedImage[]
}

export interface ExportedPackage {
  bytes: Uint8Array<ArrayBuffer>
  dropped: Drop[]
}

const limits = { entries: 3_000, bytes: 100_000_000, ratio: 200 }
const maxItemBytes = 4_000_000
const maxImageBytes = 20_000_000
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

interface Ids {
  newPartId: () => string
  newImageId: () => string
}

/** Reads the items of a QTI package of version 2 or 3, or a single item. Nothing outside of the archive is loaded. */
export async function readQti(bytes: Uint8Array<ArrayBuffer>, ids: Ids): Promise<ImportedPackage> {
  const list = new ImportList()
  const images: ImportedImage[] = []
  try {
    const isXml = /^\uFEFF?\s*</.test(decode(bytes.subarray(0, 200)))
    if (isXml) addItem({ list, ids, at: 1, root: rootOf(decode(bytes)), imageAt: () => null })
    else await readPackage(readZip(bytes, limits), { list, ids, images })
  } catch (error) {
    if (!(error instanceof ZipError) && !(error instanceof XmlRefusedError)) throw error
    list.drop(
      1,
      error instanceof ZipError && error.code !== 'not_a_zip' ? 'archive_refused' : 'file_invalid',
      '',
    )
  }
  const used = JSON.stringify(list.questions)
  return { ...list.result(), images: images.filter(({ id }) => used.includes(id)) }
}

interface Reading {
  list: ImportList
  ids: Ids
  images: ImportedImage[]
}

async function readPackage(zip: ZipArchive, { list, ids, images }: Reading) {
  const manifestPath = zip.paths.find((path) => /(?:^|\/)imsmanifest\.xml$/i.test(path))
  const manifest = manifestPath && parseXml(decode((await zip.read(manifestPath))!))
  if (!manifest) return list.drop(1, 'file_invalid', 'imsmanifest.xml')
  const resources = elementsOf(elementOf(manifest, 'resources'), 'resource')
  const items = resources.filter(({ attributes }) =>
    /^imsqti_(?:item|apipitem)_xml/.test(attributes.type ?? ''),
  )
  if (items.length === 0) list.drop(1, 'file_invalid', 'imsmanifest.xml')
  const sources = new Map<string, ImageSource | null>()
  for (const [index, resource] of items.entries()) {
    const at = index + 1
    const path = resolvePath(manifestPath, resource.attributes.href ?? '')
    const item = path === null ? undefined : await zip.read(path)
    const root = item && item.length <= maxItemBytes ? rootOf(decode(item)) : null
    const isLong = item !== undefined && item.length > maxItemBytes
    if (!root)
      list.drop(at, isLong ? 'question_too_long' : 'question_invalid', resource.attributes.href ?? '')
    else {
      await addStimulus(zip, root, path!)
      await loadImages(zip, root, { from: path!, sources, images, ids })
      const imageAt = (href: string) => sources.get(resolvePath(path!, href) ?? '') ?? null
      addItem({ list, ids, at, root, imageAt, resource })
    }
  }
}

/** A path of the package, relative to a file of it; null for addresses elsewhere. */
function resolvePath(from: string, href: string): string | null {
  if (href === '' || /^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return null
  const parts = from.split('/').slice(0, -1)
  let name: string
  try {
    name = decodeURIComponent(href.split(/[?#]/, 1)[0]!)
  } catch {
    return null
  }
  for (const part of name.split('/'))
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}

/** Puts the text that an item shares with others at the beginning of its own. */
async function addStimulus(zip: ZipArchive, item: XmlElement, from: string) {
  const reference = elementsOf(item).find(({ name }) => /^(?:qti-)?assessment-?stimulus-?ref$/i.test(name))
  const path = reference && resolvePath(from, reference.attributes.href ?? '')
  const bytes = path ? await zip.read(path) : undefined
  const stimulus = bytes && bytes.length <= maxItemBytes ? rootOf(decode(bytes)) : null
  const [text] = stimulus ? descendants(stimulus, (name) => /^(?:qti-)?stimulus-?body$/i.test(name)) : []
  const [body] = descendants(item, (name) => /^(?:qti-)?item-?body$/i.test(name))
  if (text && body) body.children.unshift(...text.children)
}

interface Loading {
  from: string
  sources: Map<string, ImageSource | null>
  images: ImportedImage[]
  ids: Ids
}

/** Unpacks the images that an item refers to, each once. */
async function loadImages(zip: ZipArchive, root: XmlElement, { from, sources, images, ids }: Loading) {
  for (const { attributes } of descendants(root, (name) => name === 'img' || name === 'object')) {
    const path = resolvePath(from, attributes.src ?? attributes.data ?? '')
    if (path === null || sources.has(path)) continue
    const bytes = await zip.read(path)
    const kind = bytes && bytes.length <= maxImageBytes ? imageKind(bytes) : null
    sources.set(path, null)
    if (!bytes || !kind) continue
    const id = ids.newImageId()
    sources.set(path, { id, size: imageSize(bytes) })
    images.push({ id, name: path.split('/').at(-1)!, type: kind.type, bytes })
  }
}

interface Item {
  list: ImportList
  ids: Ids
  at: number
  root: XmlElement | null
  imageAt: (path: string) => ImageSource | null
  /** Where the manifest names the item. */
  resource?: XmlElement
}

function addItem({ list, ids, at, root, imageAt, resource }: Item) {
  const losses = new Set<DropCode>()
  if (!root) return list.drop(at, 'question_invalid', '')
  const title = root.attributes.title || textOfXml(root).trim().replace(/\s+/g, ' ')
  const read = readItem(root, { losses, newPartId: ids.newPartId, imageAt })
  if (typeof read === 'string') return list.drop(at, read, title)
  if (JSON.stringify(read).length > 4 * maxQuestionChars) return list.drop(at, 'question_too_long', title)
  list.add(at, { ...read, tags: tagsOf(resource), difficulty: difficultyOf(resource) }, losses)
}

/** One invalid item does not fail the package. */
function rootOf(xml: string) {
  try {
    return parseXml(xml)
  } catch (error) {
    if (error instanceof XmlRefusedError) return null
    throw error
  }
}

/** Files of images by the id of their upload. */
export type ImageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Writes a package with an item for each question that the format can hold, and lists what it cannot. */
export async function writeQti(
  questions: readonly FileQuestion[],
  version: QtiVersion,
  files: ImageFiles = new Map(),
): Promise<ExportedPackage> {
  const dropped: Drop[] = []
  const items: ManifestItem[] = []
  const written: ZipFile[] = []
  const images = imagesOf(files)
  for (const [index, question] of questions.entries()) {
    const identifier = `q${String(index + 1).padStart(4, '0')}`
    const losses = new Set<DropCode>()
    const used = new Set<string>()
    const imageOf = (upload_id: string) => {
      const image = images.get(upload_id)
      if (image) used.add(image.path)
      return image && { ...image, path: `../${image.path}` }
    }
    const item = writeItem(question, { version, identifier, losses, imageOf })
    const title = question.name || textFromHtml(question.body.text).text
    if (typeof item === 'string') {
      dropped.push(dropAt(index + 1, item === 'media' ? 'image_missing' : item, title))
      continue
    }
    for (const code of losses) dropped.push(dropAt(index + 1, code, title))
    const path = `items/${identifier}.xml`
    const { tags, difficulty } = question
    items.push({ identifier, path, tags, difficulty, images: [...used] })
    written.push({ path, bytes: new TextEncoder().encode(xmlHeader + serializeXml(item)) })
  }
  const manifest = new TextEncoder().encode(xmlHeader + serializeXml(writeManifest(items, version)))
  const paths = new Set(items.flatMap((item) => item.images))
  const media = [...images.values()].filter(({ path }) => paths.has(path))
  const bytes = await writeZip([
    { path: 'imsmanifest.xml', bytes: manifest },
    ...written,
    ...media.map((image) => ({ path: image.path, bytes: image.bytes })),
  ])
  return { bytes, dropped }
}

function imagesOf(files: ImageFiles) {
  const images = new Map<string, PackageImage & { bytes: Uint8Array<ArrayBuffer> }>()
  for (const [id, bytes] of files) {
    const kind = imageKind(bytes)
    const path = `media/image${String(images.size + 1).padStart(4, '0')}.${kind?.extension}`
    if (kind) images.set(id, { path, type: kind.type, size: imageSize(bytes), bytes })
  }
  return images
}
