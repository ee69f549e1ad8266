/** What drafts and versions hold of a content. Everything else of it holds at once. */
export interface ContentText {
  title: string
  body: string
  upload_id: string | null
  embed_url: string
  duration_seconds: number | null
}

export const textNames = ['title', 'body', 'upload_id', 'embed_url', 'duration_seconds'] as const

export const textOf = ({
  title,
  body,
  upload_id,
  embed_url,
  duration_seconds,
}: ContentText): ContentText => ({
  title,
  body,
  upload_id,
  embed_url,
  duration_seconds,
})

export const sameText = (a: ContentText, b: ContentText) => textNames.every((name) => a[name] === b[name])
