export { courseTotal, type MissingRule } from './course-total.ts'
export { daysLate, pointsAfterPenalty } from './late-penalty.ts'
export {
  categoryMethods,
  type CategoryMethod,
  type CategoryTotal,
  type CourseTotal,
  type Grade,
  type GradeBook,
  type GradeCategory,
  type GradeItem,
} from './model.ts'
export { roundHalfUp } from './rounding.ts'
export { chosenLevels, rubricPoints, type RubricChoice } from './rubric-points.ts'
export { labelOf, scaleIssue, standardScales, type ScaleStep, type StandardScale } from './scales.ts'
