export {
  countTerms,
  passagesHolding,
  readableIn,
  type FoundPassage,
  type SoughtTerm,
} from './search-chunks.ts'
export { openContents, type OpenContent } from './readable-contents.ts'
export { passagesChanged } from './job-handles.ts'
