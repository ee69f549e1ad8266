import type { Role } from '#tenancy/access/actor.ts'

/** The three login roles of a school. Owners log in as admins. */
export type LoginRole = 'student' | 'teacher' | 'admin'

/** All login roles. */
export const loginRoles = ['student', 'teacher', 'admin'] as const satisfies readonly LoginRole[]

/** The role that a user selects at login. */
export const loginRoleOf = (role: Role): LoginRole => (role === 'account_user' ? 'admin' : role)

/** The roles of a login role. */
export const rolesForLogin = (kind: LoginRole): Role[] =>
  kind === 'admin' ? ['admin', 'account_user'] : [kind]
