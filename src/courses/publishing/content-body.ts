/** Fields of a content that drafts and versions contain. All other fields apply at once. */
export interface ContentBody {
  title: string
  body: string
  upload_id: string | null
  embed_url: string
  duration_seconds: number | null
}

export const contentBodyFields = ['title', 'body', 'upload_id', 'embed_url', 'duration_seconds'] as const

export const contentText = ({
  title,
  body,
  upload_id,
  embed_url,
  duration_seconds,
}: ContentBody): ContentBody => ({
  title,
  body,
  upload_id,
  embed_url,
  duration_seconds,
})

export const isSameBody = (a: ContentBody, b: ContentBody) =>
  contentBodyFields.every((name) => a[name] === b[name])
