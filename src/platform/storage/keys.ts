import { createHash, randomBytes } from 'node:crypto'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const keyForm = new RegExp(`^(${uuid})/[0-9a-f]{40}$`)

/** A random key below the school's own prefix; nothing of a file's name is in it. */
export const createObjectKey = (school_id: string) => `${school_id}/${randomBytes(20).toString('hex')}`

/** The school whose prefix a key has; undefined for anything that `newKey` cannot have made. */
export const schoolIdOfKey = (key: string) => keyForm.exec(key)?.[1]

/** The key of what is made of an object (a picture drawn anew, a size of it): always the same for the same object. */
export function derivedObjectKey(key: string, part = '') {
  const school_id = schoolIdOfKey(key)
  if (!school_id) throw new TypeError('not a storage key')
  return `${school_id}/${createHash('sha1')
    .update(part === '' ? `made of ${key}` : `${part} made of ${key}`)
    .digest('hex')}`
}
