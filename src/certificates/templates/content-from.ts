import type { Static } from 'typebox'
import { blocksOutside, readyMadeDesign, type CertificateDesign } from '#lib/certificates/index.ts'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { getUsableUpload } from '#uploads/index.ts'
import type { templateSettings } from '../shapes.ts'
import { filesOf, type TemplateContent } from './template.ts'

type Settings = {
  [Name in keyof typeof templateSettings]?: Static<(typeof templateSettings)[Name]> | undefined
}

const emptyContent: TemplateContent = {
  course_name: null,
  signature: null,
  signer: '',
  certification_text: '',
  cert_index: 0,
  language: null,
  validity_months: null,
  design: readyMadeDesign(0),
}

/** The content after a change; what was not given stays. Refuses files that the actor may not use. */
export async function contentFrom(
  ctx: Ctx,
  given: Settings,
  before: TemplateContent | null,
): Promise<TemplateContent> {
  const stored = before ?? emptyContent
  const cert_index = given.cert_index ?? stored.cert_index
  const content: TemplateContent = {
    ...stored,
    cert_index,
    ...(given.course_name !== undefined && { course_name: given.course_name?.trim() || null }),
    ...(given.certification_text !== undefined && {
      certification_text: given.certification_text?.trim() ?? '',
    }),
    ...(given.language !== undefined && { language: given.language }),
    ...(given.validity_months !== undefined && { validity_months: given.validity_months }),
    ...signatureFrom(given),
    design: designFrom(given, { stored, cert_index }),
  }
  ensureOnPage(content.design)
  await ensureFilesUsable(ctx, content, before)
  return content
}

/** A signature that is no upload is the name of the person who signs. */
function signatureFrom({ signature, signer }: Settings): Partial<TemplateContent> {
  const name = signer === undefined ? undefined : (signer?.trim() ?? '')
  if (signature === undefined) return name === undefined ? {} : { signer: name }
  const text = signature?.trim() ?? ''
  if (text === '' || isUuid(text))
    return { signature: text || null, ...(name !== undefined && { signer: name }) }
  return { signature: null, signer: name ?? text }
}

function designFrom(
  { design, cert_index: given_index }: Settings,
  { stored, cert_index }: { stored: TemplateContent; cert_index: number },
): CertificateDesign {
  if (design) return design
  const isOther = given_index !== undefined && given_index !== null && given_index !== stored.cert_index
  return design === null || isOther ? readyMadeDesign(cert_index) : stored.design
}

/** Refuses a design with a block that is not completely on its page. */
export function ensureOnPage(design: CertificateDesign): void {
  const [first] = blocksOutside(design)
  if (first === undefined) return
  throw new Refusal('block_outside_page', { extra: { block_id: design.blocks[first]!.id } })
}

async function ensureFilesUsable(ctx: Ctx, content: TemplateContent, before: TemplateContent | null) {
  const stored = new Set(before ? filesOf(before) : [])
  for (const upload_id of filesOf(content))
    if (!stored.has(upload_id))
      await getUsableUpload(ctx, upload_id, {
        purpose: 'lesson_image',
        field: upload_id === content.signature ? 'signature' : 'design',
      })
}
