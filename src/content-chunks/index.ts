export {
  countTerms,
  chunksContaining,
  buildReadableScope,
  type MatchingChunk,
  type SearchTerm,
} from './search-chunks.ts'
export { readableContents, type ReadableContent } from './readable-contents.ts'
export { findLessons, type FoundLesson } from './find-lessons.ts'
export { scheduleIndexing } from './job-handles.ts'
