export { analyseItems, minAnswersForFlags } from './analyse-items.ts'
export {
  itemFlags,
  type AnalysedAttempt,
  type AnalysedItem,
  type ItemAnalysis,
  type ItemFlag,
  type ItemReport,
  type OptionReport,
} from './model.ts'
