import { Fragment } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AssistantQuestion } from './use-ask-question.ts'
import { useCitationSearch } from './citation-search.ts'
import classes from './ask.module.css'

interface Props {
  text: string
  citations: AssistantQuestion['citations']
  onFollow: () => void
}

/** Plain text of a model or a teacher, with numbers as links to the sources. */
export function AnswerText({ text, citations, onFollow }: Props) {
  const { t } = useTranslation('assistant')
  const search = useCitationSearch()
  return (
    <p className={classes.words} dir="auto">
      {text.split(/(\[\d{1,3}\])/).map((part, position) => {
        const number = /^\[(\d{1,3})\]$/.exec(part)?.[1]
        const cited = number && citations.find((citation) => citation.number === Number(number))
        if (!cited) return <Fragment key={position}>{part}</Fragment>
        return (
          <Link
            key={position}
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
