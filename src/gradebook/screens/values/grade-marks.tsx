import { useTranslation } from '#ui/i18n/use-translation.ts'
import { markSigns, type GradeMark } from '../model/grade-marks.ts'
import classes from './grade-marks.module.css'

/** States of a grade, each by sign and word. */
export function GradeMarks({ marks }: { marks: readonly GradeMark[] }) {
  const { t } = useTranslation('gradebook')
  if (marks.length === 0) return null
  return (
    <span className={classes.marks}>
      {marks.map((mark) => (
        <span key={mark} data-mark={mark}>
          <span aria-hidden>{markSigns[mark]}</span> {t(`marks.${mark}`)}
        </span>
      ))}
    </span>
  )
}
