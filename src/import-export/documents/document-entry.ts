/** The archive's entry that describes the course. */
export const documentEntry = 'course.json'
/** The document as the task that reads archives leaves it in its folder. */
export const documentFile = 'document.ndjson'
