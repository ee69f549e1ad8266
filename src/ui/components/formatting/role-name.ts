const roles = ['student', 'teacher', 'admin', 'account_user'] as const

/** The role as it is called below `roles` in the texts; anything that is no role is unknown. */
export const roleName = (role: unknown) => roles.find((known) => known === role) ?? 'unknown'
