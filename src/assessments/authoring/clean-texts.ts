import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { filesInText, textFilePurposes, withUsableFiles } from '#courses/index.ts'
import { lockUsableFiles } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Sanitises texts; addresses of files that do not exist are replaced, as in a lesson. */
export async function cleanTexts(ctx: Ctx, texts: readonly string[]): Promise<string[]> {
  const sanitised = texts.map(sanitizeArticle)
  const usable = await lockUsableFiles(ctx, [...new Set(sanitised.flatMap(filesInText))], textFilePurposes)
  return sanitised.map((html) => withUsableFiles(html, usable))
}
