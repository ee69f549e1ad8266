import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { useCreatorPreviewParam } from '#ui/frame/course-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { highlightParts } from '#lib/text-matches/text-matches.ts'
import * as contract from '../contract.ts'
import { formatPlaybackTime, lineContaining } from './result-line.ts'
import classes from './course-search.module.css'

type Found = ApiReply<typeof contract.searchInCourse>['data'][number]

interface Props {
  course_id: string
  onFollow?: () => void
}

/** Searches the contents that the reader may open, and links to the passage or second. */
export function CourseSearch({ course_id, onFollow }: Props) {
  const { t } = useTranslation('content-chunks')
  const { errorText } = useErrorText()
  const [searchText, setSearchText] = useState('')
  const [q] = useDebouncedValue(searchText.trim(), 250)
  const [preview] = useCreatorPreviewParam()
  const input = { id: course_id, q, ...(preview && { creator_preview: true }) }
  const query = useApiQuery(contract.searchInCourse, input, { enabled: q.length > 1, keepPrevious: true })
  const found = q.length > 1 ? query.data?.data : undefined
  const foundText = (count: number) => (count > 0 ? t('found', { count }) : t('none', { query: q }))
  return (
    <search className={classes.search}>
      <SearchInput
        label={t('label')}
        hasPlaceholderLabel
        value={searchText}
        onChange={setSearchText}
        maxLength={200}
      />
      <Text role="status" size="sm" c="dimmed" mt={4}>
        {query.error ? errorText(query.error) : found && foundText(found.length)}
      </Text>
      {found?.length === 0 && !query.error && <NothingFound q={q} onChoose={setSearchText} />}
      {found && found.length > 0 && (
        <ul className={classes.found}>
          {found.map((chunk) => (
            <li key={`${chunk.content_id}/${chunk.position}`}>
              <SearchResult chunk={chunk} q={q} {...(onFollow && { onFollow })} />
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** Passages must contain every word, so one word alone often finds more. */
function NothingFound({ q, onChoose }: { q: string; onChoose: (words: string) => void }) {
  const { t } = useTranslation('content-chunks')
  const words = [...new Set(q.split(/\s+/).filter((word) => word.length > 2))]
  return (
    <div className={classes.nothing}>
      <p>{t('noneText')}</p>
      {words.length > 1 && (
        <>
          <p>{t('oneWord')}</p>
          <div className={classes.words}>
            {words.slice(0, 6).map((word) => (
              <Button key={word} size="sm" variant="default" onClick={() => onChoose(word)}>
                {word}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function SearchResult({ chunk, q, onFollow }: { chunk: Found; q: string; onFollow?: () => void }) {
  const line = lineContaining(chunk.text, q)
  const search = useResultSearch(chunk, line)
  const isTitle = chunk.position === 0
  return (
    <Link to={{ search }} className={classes.passage ?? ''} onClick={onFollow}>
      <strong>{isTitle ? <Marked text={chunk.title} q={q} /> : chunk.title}</strong>
      {!isTitle && (
        <span>
          {chunk.start_second !== null && (
            <b className={classes.second}>{formatPlaybackTime(chunk.start_second)}</b>
          )}
          <Marked text={line} q={q} />
        </span>
      )}
    </Link>
  )
}

function Marked({ text, q }: { text: string; q: string }) {
  return highlightParts(text, q).map((part, at) =>
    part.isFound ? <mark key={at}>{part.text}</mark> : part.text,
  )
}

/** Link to a passage in this player. */
function useResultSearch({ content_id, start_second, position }: Found, line: string) {
  const [parameters] = useSearchParams()
  const next = new URLSearchParams(parameters)
  next.set('topic', content_id)
  next.delete('at')
  next.delete('find')
  if (start_second !== null) next.set('at', String(start_second))
  else if (position > 0) next.set('find', line.slice(0, 100))
  return `?${next}`
}
