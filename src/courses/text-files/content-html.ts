import { LRUCache } from 'lru-cache'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { mediaUrl } from '#uploads/index.ts'
import { withFileUrls } from './file-addresses.ts'

/** Texts ready for display by stored text, in the memory of this process; `maxSize` is in characters. */
const texts = new LRUCache<string, string>({
  maxSize: 8_000_000,
  sizeCalculation: (html) => Math.max(1, html.length),
})

/** Content and course that show the text. The course may be a mirror. */
interface Shown {
  content_id: string
  course_id: string
}

/**
 * Returns the text of a content for this reader: sanitised again, so that stricter rules also apply to stored texts,
 * and with a private link to each file. Cached without the links.
 */
export function contentHtml(
  ctx: Pick<Ctx, 'config' | 'now' | 'school_id' | 'actor'>,
  body: string,
  content: Shown,
): string {
  let html = texts.get(body)
  if (html === undefined) {
    html = sanitizeArticle(body)
    texts.set(body, html)
  }
  return withFileUrls(html, (id) => mediaUrl(ctx, id, { user_id: ctx.actor.id, content }))
}
