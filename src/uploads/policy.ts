import { isAdmin, isStaff, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import { uploadRules, type UploadPurpose } from './purposes.ts'

/** Everybody may upload an avatar, staff course files, admins the school's images. */
export function mayUpload(actor: Actor, purpose: UploadPurpose): Verdict {
  const { allowedFor } = uploadRules[purpose]
  const may = allowedFor === 'user' || (allowedFor === 'staff' ? isStaff(actor) : isAdmin(actor))
  return may ? allow : refuse('forbidden')
}

/** Only the uploader can complete a file; for others it does not exist yet. */
export function mayComplete(actor: Actor, upload: { owner_id: string }): Verdict {
  return upload.owner_id === actor.id ? allow : refuse('not_found')
}

/** The owner may use a file, and so may staff, who edit each other's courses. */
export function mayUse(actor: Actor, upload: { owner_id: string }): Verdict {
  return upload.owner_id === actor.id || isStaff(actor) ? allow : refuse('not_found')
}
