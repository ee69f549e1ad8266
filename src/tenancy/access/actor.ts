import { PLATFORM_ID } from '../hosts/school.ts'

export type Role = 'student' | 'teacher' | 'admin' | 'account_user'
/** A support account, or the one that may also use the console. */
export type PlatformRole = 'support' | 'privileged'
/** `visitor`: not logged in; `system`: a job. */
export type ActorRole = Role | 'visitor' | 'system'

/** Who acts in a request or a job. */
export interface Actor {
  /** PLATFORM_ID for visitors and the system. */
  id: string
  role: ActorRole
  name: string
  email: string
  session_id: string | null
  /** When the session passed a second factor; null if it did not. */
  second_factor_at?: Date | null
  account_id: string | null
  /** The school's API client of the request; equals `id` if the client acts alone. */
  client_id?: string
  /** Platform role at the root host, for a verified account with a second factor. Looked up with each request. */
  platform_role?: PlatformRole | null
  /** Set during a support visit; `id` is then the visit's. `raised` means write access. */
  support?: 'reading' | 'raised'
}

export const visitorActor: Actor = {
  id: PLATFORM_ID,
  role: 'visitor',
  name: '',
  email: '',
  session_id: null,
  account_id: null,
}
export const systemActor: Actor = { ...visitorActor, role: 'system' }

/** Whether the actor is a teacher, an admin or an owner of the school. */
export const isStaff = (actor: { role: string }) =>
  actor.role === 'teacher' || actor.role === 'admin' || actor.role === 'account_user'

/** Whether the actor is an admin or an owner of the school. */
export const isAdmin = (actor: { role: string }) => actor.role === 'admin' || actor.role === 'account_user'
