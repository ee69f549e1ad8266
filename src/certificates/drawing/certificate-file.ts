import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { ObjectMissingError } from '#platform/storage/storage.ts'
import { withReadOnlySchoolTx, withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { RequestContext } from '#tenancy/context/request-context.ts'
import { mayOpenFile } from '../policy.ts'
import { selectCertificates, type CertificateRow } from '../queries.ts'
import { getTemplateVersion } from '../templates/template-queries.ts'
import { drawCertificate, findBlockImages } from './draw-certificate.ts'
import { drawingOf } from './drawing-of.ts'

type Context = Pick<RequestContext, 'db' | 'config' | 'storage' | 'hosts' | 'now'>

export type CertificateFile = 'pdf' | 'image'

interface FileOfCertificate {
  school_id: string
  id: string
  file: CertificateFile
  /** Whether the link was signed for the student or staff. */
  isHolder: boolean
}

/**
 * The drawn certificate. It is drawn when it is opened for the first time, and stored, so that it never changes. Two
 * visitors at the same time draw it twice, and the first is stored.
 */
export async function getCertificateFile(
  context: Context,
  { school_id, id, file, isHolder }: FileOfCertificate,
) {
  const row = ensureFound(
    await withReadOnlySchoolTx(context.db, school_id, (tx) =>
      selectCertificates({ tx, school_id }).where('c.id', '=', id).executeTakeFirst(),
    ),
  )
  ensureAllowed(mayOpenFile(row, isHolder))
  return (
    (await readStored(context, file === 'pdf' ? row.pdf_key : row.image_key)) ??
    (await draw(context, row, { school_id, file }))
  )
}

async function readStored({ storage }: Context, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  try {
    return await buffer(await storage.read(key))
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}

async function draw(
  context: Context,
  row: CertificateRow,
  { school_id, file }: Pick<FileOfCertificate, 'school_id' | 'file'>,
) {
  const { db, config, storage, hosts } = context
  const school = await hosts.byId(school_id)
  const { content, images } = await withReadOnlySchoolTx(db, school_id, async (tx) => {
    const version = await getTemplateVersion({ tx, school_id }, row.template_id, row.template_version)
    return { content: version, images: await findBlockImages({ tx, school_id, school }, version) }
  })
  const drawn = await drawCertificate({ storage, school_id }, drawingOf(config, row, content), images)
  const keys = { pdf_key: createObjectKey(school_id), image_key: createObjectKey(school_id) }
  const put = (key: string, bytes: Buffer) => storage.put(key, Readable.from([bytes]), { size: bytes.length })
  await put(keys.pdf_key, drawn.pdf)
  await put(keys.image_key, drawn.image)
  const isFirst = await withSchoolTx(db, school_id, (tx) =>
    tx
      .updateTable('certificates')
      .set(keys)
      .where('school_id', '=', school_id)
      .where('id', '=', row.id)
      .where('erased_at', 'is', null)
      .where('pdf_key', 'is not distinct from', row.pdf_key)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!isFirst) for (const key of Object.values(keys)) await storage.remove(key)
  return file === 'pdf' ? drawn.pdf : drawn.image
}
