export const accessMatrix = {
  listSchoolCategories: ['visitor', 'student', 'teacher', 'admin', 'account_user'],
  createCategory: ['admin', 'account_user'],
  listCategories: ['teacher', 'admin', 'account_user'],
  updateCategory: ['admin', 'account_user'],
  deleteCategory: ['admin', 'account_user'],
  reorderCategories: ['admin', 'account_user'],
}
