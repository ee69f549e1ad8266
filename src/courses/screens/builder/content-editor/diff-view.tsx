import { useMemo } from 'react'
import { wordDiff, type DiffPart } from '#lib/word-diff/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { htmlToText } from './html-to-text.ts'
import classes from './diff-view.module.css'

interface Written {
  title: string
  body: string
}

/** Word-by-word differences of two texts: removed words struck through, added words underlined. */
export function DiffView({ before, after }: { before: Written; after: Written }) {
  const { t } = useTranslation('courses')
  const title = useMemo(() => wordDiff(before.title, after.title), [before.title, after.title])
  const text = useMemo(
    () => wordDiff(htmlToText(before.body), htmlToText(after.body)),
    [before.body, after.body],
  )
  const isSame = [...title, ...text].every((part) => part.kind === 'same')
  if (isSame) return <p className={classes.same}>{t('difference.none')}</p>
  return (
    <div className={classes.text} dir="auto">
      <p className={classes.title}>
        <Pieces parts={title} />
      </p>
      <Pieces parts={text} />
    </div>
  )
}

function Pieces({ parts }: { parts: DiffPart[] }) {
  const { t } = useTranslation('courses')
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'same') return <span key={key}>{shortened(text, index, parts.length)}</span>
    const Mark = kind === 'added' ? 'ins' : 'del'
    return (
      <Mark key={key}>
        <span className="ly-hidden">{t(`difference.${kind}`)} </span>
        {text}
      </Mark>
    )
  })
}

/** Characters shown around a change. */
const requestContext = 160

/** Shortens long unchanged parts. */
function shortened(text: string, index: number, count: number) {
  if (text.length <= 2 * requestContext) return text
  const [first, last] = [index === 0, index === count - 1]
  return `${first ? '' : text.slice(0, requestContext)} … ${last ? '' : text.slice(-requestContext)}`
}
