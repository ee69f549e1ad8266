import { Link } from 'react-router'
import { formatPlaybackTime, useCitationSearch } from './citation-search.ts'
import type { AssistantQuestion } from './use-ask-question.ts'
import classes from './ask.module.css'

interface Props {
  citations: AssistantQuestion['citations']
  label: string
  onFollow: () => void
}

/** Quoted passages with links to their positions, or lessons as a whole. */
export function Citations({ citations, label, onFollow }: Props) {
  const search = useCitationSearch()
  return (
    <ol className={classes.citations} aria-label={label}>
      {citations.map((citation) => (
        <li key={citation.number}>
          <Link to={{ search: search(citation) }} className={classes.citation ?? ''} onClick={onFollow}>
            <span className={classes.number} aria-hidden>
              {citation.number}
            </span>
            <span className={classes.cited}>
              {citation.quote && citation.position > 0 && <q dir="auto">{citation.quote}</q>}
              <span className={classes.where} dir="auto">
                {citation.start_second !== null && <b>{formatPlaybackTime(citation.start_second)} · </b>}
                {citation.title} · {citation.lesson_title}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
