import { LRUCache } from 'lru-cache'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { mediaUrl } from '#uploads/index.ts'
import { withFileUrls } from './file-addresses.ts'
import { renderCode } from './render-code.ts'
import { renderEmbeds } from './render-embeds.ts'
import { renderFormulas } from './render-formulas.ts'

/** Texts ready for display by stored text, in the memory of this process; `maxSize` is in characters. */
const cacheOf = () =>
  new LRUCache<string, string>({
    maxSize: 8_000_000,
    sizeCalculation: (html, body) => Math.max(1, html.length + body.length),
  })
const cachedTexts = { edited: cacheOf(), read: cacheOf() }

/** Content and course that show the text, if they decide who may read its files. The course may be a mirror. */
interface Shown {
  content_id: string
  course_id: string
}

type Reader = Pick<Ctx, 'config' | 'now' | 'school_id' | 'actor'>

/**
 * Returns the text of a content or question for an editor: sanitised again, so that stricter rules also apply to stored texts, and
 * with a private link to each file. Cached without the links.
 */
export const editableHtml = (ctx: Reader, body: string, content?: Shown) =>
  withLinks(ctx, cached(cachedTexts.edited, body, sanitizeArticle), content)

/** The same for a reader: with highlighted code, formulas, and frames of other sites. */
export const readableHtml = (ctx: Reader, body: string, content?: Shown) =>
  withLinks(
    ctx,
    cached(cachedTexts.read, body, () => renderEmbeds(renderFormulas(renderCode(sanitizeArticle(body))))),
    content,
  )

function cached(texts: LRUCache<string, string>, body: string, render: (body: string) => string) {
  const earlier = texts.get(body)
  if (earlier !== undefined) return earlier
  const html = render(body)
  texts.set(body, html)
  return html
}

const withLinks = (ctx: Reader, html: string, content?: Shown) =>
  withFileUrls(html, (id) => mediaUrl(ctx, id, { user_id: ctx.actor.id, ...(content && { content }) }))
