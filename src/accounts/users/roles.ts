import type { Role } from '#tenancy/context/request-context.ts'

/** The three doors of a school. Its owners come in by the admins' door. */
export type LoginRole = 'student' | 'teacher' | 'admin'

export const loginRoleOf = (role: Role): LoginRole => (role === 'account_user' ? 'admin' : role)

/** The roles that a door lets in. */
export const rolesForLogin = (kind: LoginRole): Role[] =>
  kind === 'admin' ? ['admin', 'account_user'] : [kind]
