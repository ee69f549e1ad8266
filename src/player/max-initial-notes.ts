/** Maximum number of notes that the player loads for the open content. */
export const maxInitialNotes = 100
