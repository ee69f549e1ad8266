import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Asked } from './use-asking.ts'
import { usePlaces } from './place-search.ts'
import classes from './ask.module.css'

interface Props {
  text: string
  citations: Asked['citations']
  onFollow: () => void
}

/** Words of a model or a teacher: text and nothing else, but for the numbers that lead to what they stand on. */
export function AnswerText({ text, citations, onFollow }: Props) {
  const { t } = useTranslation('assistant')
  const search = usePlaces()
  return (
    <p className={classes.words} dir="auto">
      {text.split(/(\[\d{1,3}\])/).map((part, place) => {
        const number = /^\[(\d{1,3})\]$/.exec(part)?.[1]
        const cited = number && citations.find((citation) => citation.number === Number(number))
        if (!cited) return <Fragment key={place}>{part}</Fragment>
        return (
          <Link
            key={place}
            to={{ search: search(cited) }}
            className={classes.reference ?? ''}
            aria-label={t('source', { number, title: cited.title })}
            onClick={onFollow}
          >
            {number}
          </Link>
        )
      })}
    </p>
  )
}
