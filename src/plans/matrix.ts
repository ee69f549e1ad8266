export const accessMatrix = { getPlan: ['teacher', 'admin', 'account_user'] }
