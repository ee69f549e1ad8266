import { createHash, randomBytes } from 'node:crypto'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const keyForm = new RegExp(`^(${uuid})/[0-9a-f]{40}$`)

/** Returns a random key below the owner's prefix; it contains nothing of the file name. */
export const createObjectKey = (owner_id: string) => `${owner_id}/${randomBytes(20).toString('hex')}`

/** Owner of a key; undefined for a text that `createObjectKey` cannot have made. */
export const ownerIdOfKey = (key: string) => keyForm.exec(key)?.[1]

/**
 * Key of an object derived from another (a converted image, one of its sizes): always the same for the same
 * object.
 */
export function derivedObjectKey(key: string, part = '') {
  const owner_id = ownerIdOfKey(key)
  if (!owner_id) throw new TypeError('not a storage key')
  return `${owner_id}/${createHash('sha1')
    .update(part === '' ? `made of ${key}` : `${part} made of ${key}`)
    .digest('hex')}`
}
