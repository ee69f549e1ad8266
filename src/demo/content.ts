import type { DemoContent, MediaFile } from './types.ts'

type Extra = { locked?: true; draft?: true; free?: true }

export const text = (title: string, extra: Extra = {}): DemoContent => ({ type: 'text', title, ...extra })

export const video = (title: string, media: MediaFile, extra: Extra = {}): DemoContent => ({
  type: 'video',
  title,
  media,
  ...extra,
})

export const audio = (title: string, media: MediaFile, extra: Extra = {}): DemoContent => ({
  type: 'audio',
  title,
  media,
  ...extra,
})

export const file = (title: string, media: MediaFile, extra: Extra = {}): DemoContent => ({
  type: 'file',
  title,
  media,
  ...extra,
})

export const embed = (title: string, embed_url: string, extra: Extra = {}): DemoContent => ({
  type: 'embed',
  title,
  embed_url,
  ...extra,
})
