import { editableHtml, filesInText, readableHtml, textFilePurposes, withUsableFiles } from '#courses/index.ts'
import { changeHtml, htmlOf, QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { htmlToText } from '#platform/security/sanitize-rich-text.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { lockUsableFiles, mediaUrl } from '#uploads/index.ts'

interface Question {
  body: QuestionBody
  key: QuestionKey
}

/** A question with clean texts, and the files that it shows. */
export interface CleanQuestion extends Question {
  upload_ids: string[]
}

/** Images that are not part of a text, with the path of their field. */
function imagesOf(body: QuestionBody): { path: string; id: string }[] {
  if (body.type === 'passage')
    return body.questions.flatMap((question, at) =>
      imagesOf(question.body).map(({ path, id }) => ({ id, path: `body.questions.${at}.${path}` })),
    )
  return 'image_id' in body ? [{ path: 'body.image_id', id: body.image_id }] : []
}

/**
 * Sanitises every text of a question, and locks the files that it shows until commit. Refuses an image that does not
 * exist; in a text, its address is replaced, as in a lesson.
 */
export async function cleanQuestion(ctx: Ctx, question: Question): Promise<CleanQuestion> {
  const sanitised = mapTexts(question, sanitizeArticle)
  const images = imagesOf(question.body)
  const ids = [...new Set([...textsOf(sanitised).flatMap(filesInText), ...images.map(({ id }) => id)])]
  const usable = await lockUsableFiles(ctx, ids, textFilePurposes)
  for (const { path, id } of images)
    if (!usable.has(id)) refuseInvalidField(path, 'upload_unknown', 'There is no such image.')
  return { ...mapTexts(sanitised, (html) => withUsableFiles(html, usable)), upload_ids: [...usable] }
}

const mapTexts = ({ body, key }: Question, change: (html: string) => string): Question => ({
  body: changeHtml(QuestionBody, body, change),
  key: changeHtml(QuestionKey, key, change),
})

const textsOf = ({ body, key }: Question) => [...htmlOf(QuestionBody, body), ...htmlOf(QuestionKey, key)]

type Reader = Pick<Ctx, 'config' | 'now' | 'school_id' | 'actor'>

/** Links to the images that are not part of a text, for this reader. */
const linksToImages = (ctx: Reader, body: QuestionBody) =>
  [...new Set(imagesOf(body).map(({ id }) => id))].map((upload_id) => ({
    upload_id,
    url: mediaUrl(ctx, upload_id, { user_id: ctx.actor.id }),
  }))

/** A question as its editor shows it: sanitised again, with a private link to each file. */
export const editableQuestion = (ctx: Reader, question: Question) => ({
  ...mapTexts(question, (html) => editableHtml(ctx, html)),
  files: linksToImages(ctx, question.body),
})

/**
 * A body as a student reads it: with formulas, highlighted code and a private link to each file, which ends with the
 * session.
 */
export const readableBody = (ctx: Reader, body: QuestionBody) => ({
  body: changeHtml(QuestionBody, body, (html) => readableHtml(ctx, html)),
  files: linksToImages(ctx, body),
})

/** The texts of a key, such as feedback, as a student reads them. Call it after results are released only. */
export const readableKey = (ctx: Reader, key: QuestionKey): QuestionKey =>
  changeHtml(QuestionKey, key, (html) => readableHtml(ctx, html))

const longestName = 100

/** The beginning of the text of a question, for lists. */
export function nameFromText(body: QuestionBody): string {
  const [line = ''] = htmlToText(body.text).split('\n')
  const text = line.replace(/\[\[[a-z0-9]{6,12}\]\]/g, '…')
  return text.length <= longestName ? text : `${text.slice(0, longestName - 1).trimEnd()}…`
}

/** Maximum characters in the search index, far below the limit of Postgres. */
const longestSearchText = 50_000

/** Words by which a question is found: its name, tags and texts, without the key. */
export const searchText = ({
  name,
  tags,
  body,
}: {
  name: string
  tags: readonly string[]
  body: QuestionBody
}) => [name, ...tags, ...htmlOf(QuestionBody, body).map(htmlToText)].join('\n').slice(0, longestSearchText)
