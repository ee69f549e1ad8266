import { randomBytes } from 'node:crypto'
import type { Ctx, RequestContext } from '#tenancy/context/request-context.ts'
import { timingSafeEqualText, signHmac } from '#platform/security/tokens.ts'

/** A shared computer is used by a few people, not by a whole school. */
const maxPeople = 8
const cookieForm = /^([\w-]{22})((?:\.[\w-]{43}){1,8})$/

/** A person, and the hash of the current password; '' for none. */
export interface DevicePerson {
  id: string
  password_hash: string | null
}

type DeviceContext = Pick<RequestContext, 'config' | 'device_cookie'>

/** Depends on the password: a new password makes every device unknown. */
const markOf = ({ config }: Pick<DeviceContext, 'config'>, device_id: string, person: DevicePerson) =>
  signHmac(config.appSecret, 'known device', device_id, person.id, person.password_hash ?? '')

function read(given: string | null | undefined) {
  const [, device_id, marks] = cookieForm.exec(given ?? '') ?? []
  return device_id && marks ? { device_id, marks: marks.slice(1).split('.') } : null
}

/** Returns the device id if this person logged in from it before with the current password; else null. */
export function isKnownDevice(requestContext: DeviceContext, person: DevicePerson): string | null {
  const device = read(requestContext.device_cookie?.value)
  if (!device) return null
  const mark = markOf(requestContext, device.device_id, person)
  return device.marks.some((one) => timingSafeEqualText(one, mark)) ? device.device_id : null
}

/** Makes the browser a known device of this person when the transaction commits. */
export const storeKnownDevice = (
  ctx: Pick<Ctx, 'config' | 'device_cookie' | 'afterCommit'>,
  person: DevicePerson,
) => ctx.afterCommit(() => setDeviceCookie(ctx, person))

/** Sets the cookie that makes the browser a known device of this person. */
export function setDeviceCookie({ config, device_cookie }: DeviceContext, person: DevicePerson) {
  if (!device_cookie || isKnownDevice({ config, device_cookie }, person)) return
  const stored = read(device_cookie.value)
  const device_id = stored?.device_id ?? randomBytes(16).toString('base64url')
  const marks = [markOf({ config }, device_id, person), ...(stored?.marks ?? [])].slice(0, maxPeople)
  device_cookie.set([device_id, ...marks].join('.'))
}
