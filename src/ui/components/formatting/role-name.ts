const roles = ['student', 'teacher', 'admin', 'account_user'] as const

/** Key of the role below `roles` in the texts; `unknown` for an invalid role. */
export const roleName = (role: unknown) => roles.find((one) => one === role) ?? 'unknown'
