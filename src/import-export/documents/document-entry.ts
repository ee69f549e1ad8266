/** Archive entry of the course document. */
export const documentEntry = 'course.json'
/** File in which the archive reader stores the validated document. */
export const documentFile = 'document.ndjson'
