import type { FileQuestion } from '#lib/question-formats/index.ts'

/** A question of the export with links to its images. */
export type ExportedQuestion = FileQuestion & { files: readonly { upload_id: string; url: string }[] }

/** Bytes of all images of an export; the others are listed as missing. */
const maxBytes = 90_000_000

/** Links to the images in texts, by upload; the texts contain signed links. */
function linksIn(questions: readonly ExportedQuestion[]) {
  const links = new Map<string, string>()
  for (const { files, ...question } of questions) {
    for (const { upload_id, url } of files) links.set(upload_id, url)
    const json = JSON.stringify(question)
    for (const [, link, id] of json.matchAll(
      /<img [^<>]*?src=\\"(\/media\/private\/([0-9a-f-]{36})[^"\\]*)/g,
    ))
      links.set(id!, link!.replaceAll('&amp;', '&'))
  }
  return links
}

/** Loads the images of questions. What cannot be loaded is missing from the result. */
export async function loadImages(questions: readonly ExportedQuestion[]) {
  const images = new Map<string, Uint8Array<ArrayBuffer>>()
  let size = 0
  for (const [id, link] of linksIn(questions)) {
    const reply = await fetch(link).catch(() => null)
    if (!reply?.ok) continue
    const bytes = new Uint8Array(await reply.arrayBuffer())
    size += bytes.length
    if (size > maxBytes) break
    images.set(id, bytes)
  }
  return images
}
