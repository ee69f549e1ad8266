import { isAdmin, isStaff, type Actor } from '#tenancy/context/request-context.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import { uploadRules, type UploadPurpose } from './purposes.ts'

/** Everybody has a picture; courses belong to staff, the school's own face to its admins. */
export function mayUpload(actor: Actor, purpose: UploadPurpose): Verdict {
  const { who } = uploadRules[purpose]
  const may = who === 'user' || (who === 'staff' ? isStaff(actor) : isAdmin(actor))
  return may ? allow : refuse('forbidden')
}

/** Only who sent a file finishes it; to everybody else it is not there yet. */
export function mayComplete(actor: Actor, upload: { owner_id: string }): Verdict {
  return upload.owner_id === actor.id ? allow : refuse('not_found')
}

/** A file may be put to use by its owner, and by staff, who work on each other's courses. */
export function mayUse(actor: Actor, upload: { owner_id: string }): Verdict {
  return upload.owner_id === actor.id || isStaff(actor) ? allow : refuse('not_found')
}
