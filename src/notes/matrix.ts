const allUsers = ['student', 'teacher', 'admin', 'account_user']

/** Everybody has notes; nobody can read those of others. */
export const accessMatrix = {
  createNote: allUsers,
  updateNote: allUsers,
  deleteNote: allUsers,
  listNotes: allUsers,
  listNoteCourses: allUsers,
  exportNotes: allUsers,
}
