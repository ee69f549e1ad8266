export const accessMatrix = { showPlan: ['teacher', 'admin', 'account_user'] }
