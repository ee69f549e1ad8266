export {
  countTerms,
  passagesHolding,
  readableIn,
  type FoundPassage,
  type SoughtTerm,
} from './find-passages.ts'
export { openContents, type OpenContent } from './open-contents.ts'
export { passagesChanged } from './job-handles.ts'
