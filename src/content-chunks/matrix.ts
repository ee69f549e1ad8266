export const matrix = { searchInCourse: ['student', 'teacher', 'admin', 'account_user'] }
