import { parseEmbed, embedUrl } from '#lib/embeds/index.ts'
import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import {
  documentContents,
  type CourseDocument,
  type DocumentContent,
  type DocumentDraft,
} from './course-document.ts'

/** A difference between the archive or template and the created course. */
export interface ReportItem {
  code: string
  /** JSON pointer into the document. */
  path: string
  /** Name of the item, as written by the author. */
  name: string
}

/**
 * Sanitises an external document: texts are cleaned, and addresses must be embeddable. Pure, but slow for a long
 * course, so call it outside of transactions.
 */
export function sanitizeDocument(document: CourseDocument): {
  document: CourseDocument
  report: ReportItem[]
} {
  const report: ReportItem[] = []
  const { course } = document
  const clean = (html: string, path: string, name: string) =>
    cleanText(html, { sanitize: sanitizeRichText, note: (code) => report.push({ code, path, name }) })
  const scoreOf = requiredScores(document)
  const cleaned = {
    ...document,
    course: {
      ...course,
      course_name: course.course_name.trim(),
      course_description: clean(course.course_description, '/course/course_description', course.course_name),
      end_of_course_content_message: clean(
        course.end_of_course_content_message,
        '/course/end_of_course_content_message',
        course.course_name,
      ),
      course_calendly_link: calendly(course.course_calendly_link),
      course_ads_video: course.course_ads_video === '' ? '' : (embedUrl(course.course_ads_video) ?? ''),
    },
    lessons: document.lessons.map((lesson, at) => ({
      ...lesson,
      title: lesson.title.trim(),
      contents: lesson.contents.map((content, position) => ({
        ...cleanContent(content, `/lessons/${at}/contents/${position}`, report),
        opens_after_score: scoreOf(content),
      })),
    })),
  }
  for (const field of ['course_calendly_link', 'course_ads_video'] as const)
    if (course[field] !== '' && cleaned.course[field] === '')
      report.push({ code: 'address_dropped', path: `/course/${field}`, name: course[field].slice(0, 200) })
  return { document: cleaned, report }
}

/** Returns the score that a content requires of its prerequisite, which only assessments have. */
function requiredScores(document: CourseDocument) {
  const assessments = documentContents(document).filter(({ type }) => type === 'assessment')
  const ids = new Set(assessments.map(({ id }) => id))
  return ({ opens_after_content: after, opens_after_score }: DocumentContent) =>
    after !== null && ids.has(after) ? opens_after_score : null
}

function cleanContent(content: DocumentContent, path: string, report: ReportItem[]): DocumentContent {
  const { type, draft } = content
  return {
    ...content,
    ...cleanWritten(content, { type, path, report }),
    captions: type === 'video' || type === 'audio' ? content.captions : [],
    draft: draft && { ...draft, ...cleanWritten(draft, { type, path: `${path}/draft`, report }) },
    // Only media can be watched, and only texts read, to a percentage; only assessments have a result.
    completion_rule:
      (content.completion_rule === 'watched' && type !== 'video' && type !== 'audio') ||
      (content.completion_rule === 'read' && type !== 'text') ||
      ((content.completion_rule === 'submitted' || content.completion_rule === 'passed') &&
        type !== 'assessment')
        ? null
        : content.completion_rule,
  }
}

interface ContentReport {
  type: DocumentContent['type']
  path: string
  report: ReportItem[]
}

/** Fields that a content and its draft share. */
function cleanWritten(
  written: Pick<DocumentDraft, 'title' | 'body' | 'media' | 'embed_url'>,
  { type, path, report }: ContentReport,
) {
  const note = (code: string, field: string) =>
    void report.push({ code, path: `${path}/${field}`, name: written.title })
  const embed_url = type === 'embed' && written.embed_url ? (embedUrl(written.embed_url) ?? '') : ''
  if (written.embed_url !== '' && embed_url === '') note('address_dropped', 'embed_url')
  return {
    title: written.title.trim(),
    body: cleanText(written.body, { sanitize: sanitizeArticle, note: (code) => note(code, 'body') }),
    embed_url,
    media: type === 'video' || type === 'audio' || type === 'file' ? written.media : null,
  }
}

const [imageTag, linkTag] = [/<img\b[^<>]*>/gi, /<a\b[^<>]*>/gi]
const localFile = /(?<=\b(?:src|href)=")(media|file):([A-Za-z0-9_-]{1,40})(?=")/gi

/** Local names are written as final addresses during sanitising, because the sanitiser removes others. */
function cleanText(html: string, { sanitize, note }: { sanitize: Sanitize; note: (code: string) => void }) {
  const files: string[] = []
  const withoutForeignImages = html.replace(imageTag, (tag) => {
    const source = /\bsrc="([^"]*)"/i.exec(tag)?.[1]
    if (source === undefined || /^(?:media|file):/.test(source)) return tag
    note('picture_dropped')
    return ''
  })
  const addressed = withoutForeignImages
    .replace(localFile, (name, kind: string) => placeholder(kind, files.push(name)))
    .replace(linkTag, (tag) =>
      tag.replace(/\bhref="course:([A-Za-z0-9_-]{0,40})"/i, 'href="/course-link/$1"'),
    )
  return sanitize(addressed)
    .replace(placeholderForm, (_all, at: string) => files[Number.parseInt(at, 16) - 1] ?? '')
    .replace(/(?<=href=")\/course-link\/([A-Za-z0-9_-]{0,40})(?=")/g, 'course:$1')
}

type Sanitize = (html: string) => string

const noFile = '00000000-0000-0000-0000-'
const placeholder = (kind: string, at: number) =>
  `/media/${kind === 'file' ? 'private' : 'public'}/${noFile}${at.toString(16).padStart(12, '0')}`
const placeholderForm = /\/media\/(?:public|private)\/00000000-0000-0000-0000-([0-9a-f]{12})/g

const calendly = (link: string) => {
  const embed = parseEmbed(link)
  return embed?.provider === 'Calendly' && link.startsWith('https:') ? embed.url : ''
}
