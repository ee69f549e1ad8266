import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isolatedTask, runIsolated, withScratchFolder } from '#platform/isolated/index.ts'
import { ObjectMissingError } from '#platform/storage/storage.ts'
import type { Ctx, RequestContext } from '#tenancy/context/request-context.ts'
import { findObjectKeys } from '#uploads/index.ts'
import type { TemplateContent } from '../templates/template.ts'
import { imageFile, type CertificateDrawing } from './drawing.ts'
import type { run } from './isolated/draw-certificate.ts'

/** One page: fonts, and images of at most 50 million pixels, take most of the memory. */
const drawTask = isolatedTask<typeof run>(new URL('./isolated/draw-certificate.ts', import.meta.url), {
  memory_mb: 600,
  cpu_ms: 20_000,
  native: true,
})

/** Storage keys of the images of a design by block: logo, signature, and files. */
export type BlockImages = ReadonlyMap<string, string>

/** Finds the images of a design, in a transaction of the school. */
export async function findBlockImages(
  ctx: Pick<Ctx, 'tx' | 'school_id' | 'school'>,
  { design, signature }: Pick<TemplateContent, 'design' | 'signature'>,
): Promise<BlockImages> {
  const logo = /^\/media\/public\/([0-9a-f-]{36})$/.exec(ctx.school?.logo_url ?? '')?.[1]
  const uploads = design.blocks.flatMap((block) => {
    if (block.kind !== 'image') return []
    const sources = { logo, signature, file: block.upload_id }
    const upload_id = sources[block.source]
    return upload_id ? [{ block_id: block.id, upload_id }] : []
  })
  const keys = await findObjectKeys(
    ctx,
    uploads.map(({ upload_id }) => upload_id),
  )
  return new Map(
    uploads.flatMap(({ block_id, upload_id }) => {
      const key = keys.get(upload_id)
      return key ? [[block_id, key] as const] : []
    }),
  )
}

interface Drawn {
  pdf: Buffer
  image: Buffer
  /** Blocks whose text does not fit. */
  overfull: string[]
}

/** Draws a certificate in a child process, queued fairly by school; refuses `busy` if the queue is full. */
export const drawCertificate = (
  { storage, school_id }: Pick<RequestContext, 'storage' | 'school_id'>,
  drawing: CertificateDrawing,
  images: BlockImages,
): Promise<Drawn> =>
  withScratchFolder(async (folder) => {
    await writeFile(join(folder, 'certificate.json'), JSON.stringify(drawing))
    for (const [block_id, key] of images) await copyObject(storage, key, join(folder, imageFile(block_id)))
    const { overfull } = await runIsolated(drawTask, {}, { group_id: school_id, folder })
    const read = (name: string) => readFile(join(folder, name))
    return { pdf: await read('certificate.pdf'), image: await read('certificate.png'), overfull }
  })

/** A missing file leaves its block empty. */
async function copyObject(storage: RequestContext['storage'], key: string, path: string) {
  try {
    await pipeline(await storage.read(key), createWriteStream(path))
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error
  }
}
