export const accessMatrix = { searchInCourse: ['student', 'teacher', 'admin', 'account_user'] }
