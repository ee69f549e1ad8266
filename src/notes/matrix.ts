const everybodyInside = ['student', 'teacher', 'admin', 'account_user']

/** Everybody has notes; nobody can read those of others. */
export const accessMatrix = {
  createNote: everybodyInside,
  updateNote: everybodyInside,
  deleteNote: everybodyInside,
  listNotes: everybodyInside,
  listNoteCourses: everybodyInside,
  exportNotes: everybodyInside,
}
