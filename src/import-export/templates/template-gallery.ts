import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { documentContents, type CourseDocument } from '../documents/course-document.ts'
import { parseDocument } from '../documents/parse-document.ts'

export interface GalleryTemplate {
  id: string
  name: string
  description: string
  document: CourseDocument
  lessons_count: number
  contents_count: number
}

const folder = join(import.meta.dirname, 'gallery')

let cachedTemplates: GalleryTemplate[] | undefined

/** The built-in templates, in the order of their file names. */
export function templateGallery(): GalleryTemplate[] {
  cachedTemplates ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readTemplate(name))
  return cachedTemplates
}

function readTemplate(file: string): GalleryTemplate {
  const {
    id,
    name,
    description,
    document: given,
  } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as GalleryTemplate
  const { document, errors } = parseDocument(given)
  if (!document) throw new Error(`${file}: ${JSON.stringify(errors)}`)
  const lessons_count = document.lessons.length
  return { id, name, description, document, lessons_count, contents_count: documentContents(document).length }
}
