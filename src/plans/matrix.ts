export const matrix = { showPlan: ['teacher', 'admin', 'account_user'] }
