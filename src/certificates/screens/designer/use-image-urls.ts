import { useState } from 'react'
import type { CertificateBlock } from '#lib/certificates/index.ts'

export interface ImageUrls {
  urlOf: (upload_id: string) => string | null
  add: (upload_id: string, url: string) => void
}

/** Addresses of the images of a template: those of its files, and of files that were uploaded since. */
export function useImageUrls(files: readonly { upload_id: string; url: string }[]): ImageUrls {
  const [urls, setUrls] = useState(() => new Map(files.map(({ upload_id, url }) => [upload_id, url])))
  return {
    urlOf: (upload_id) => urls.get(upload_id) ?? null,
    add: (upload_id, url) => setUrls((before) => new Map(before).set(upload_id, url)),
  }
}

interface Shared {
  logo: string | null
  signature: string | null
}

/** The address of the image of a block; null without one. */
export function imageOfBlock(block: CertificateBlock, images: ImageUrls, shared: Shared): string | null {
  if (block.kind !== 'image') return null
  if (block.source !== 'file') return shared[block.source]
  return block.upload_id ? images.urlOf(block.upload_id) : null
}
