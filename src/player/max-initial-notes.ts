/** Notes of the open content that the player reads in one page. */
export const maxInitialNotes = 100
