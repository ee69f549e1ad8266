export const accessMatrix = { search: ['student', 'teacher', 'admin', 'account_user'] }
