import type { Role } from '#tenancy/context/request-context.ts'

/** The three doors of a school. Its owners come in by the admins' door. */
export type LoginKind = 'student' | 'teacher' | 'admin'

export const loginKind = (role: Role): LoginKind => (role === 'account_user' ? 'admin' : role)

/** The roles that a door lets in. */
export const rolesOf = (kind: LoginKind): Role[] => (kind === 'admin' ? ['admin', 'account_user'] : [kind])
