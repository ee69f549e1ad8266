import { Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { memo, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { getTranscript } from '#courses/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { seekTo, type MediaRef } from './media-control.ts'
import { formatPlaybackTime } from '../model/player-model.ts'
import { foldText, lineIndexAt, findMatchingLines, type TranscriptLine } from './transcript-lines.ts'
import type { Caption } from './use-captions.ts'
import classes from './transcript.module.css'

interface Props {
  captions: Caption[]
  course_id: string
  media: MediaRef
}

/** Transcript of a video or recording, with search and links to its seconds. */
export function Transcript({ captions, course_id, media }: Props) {
  const { t } = useTranslation('learning')
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const id = useId()
  const caption = captions.find((one) => one.id === chosen) ?? captions[0]
  if (!caption) return null
  return (
    <section aria-label={t('transcript.label')} className={classes.transcript}>
      <Group justify="space-between" gap="sm">
        <Button
          size="sm"
          variant="default"
          aria-expanded={opened}
          aria-controls={id}
          leftSection={<IconFileText size={18} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('transcript.label')}
        </Button>
        {opened && captions.length > 1 && (
          <NativeSelectField
            size="sm"
            aria-label={t('transcript.language')}
            value={caption.id}
            choices={captions.map((one) => ({ value: one.id, label: one.label }))}
            onChange={setChosen}
          />
        )}
      </Group>
      <div id={id} hidden={!opened}>
        {opened && <Words key={caption.id} caption={caption} course_id={course_id} media={media} />}
      </div>
    </section>
  )
}

function Words({ caption, course_id, media }: { caption: Caption; course_id: string; media: MediaRef }) {
  const { t } = useTranslation('learning')
  const [query, setQuery] = useState('')
  const words = useApiQuery(getTranscript, { id: caption.id, course_id }, { staleTime: Infinity })
  const lines = useMemo(
    () => (words.data?.cues ?? []).map((line) => ({ ...line, folded: foldText(line.text) })),
    [words.data],
  )
  const visibleLines = useMemo(() => findMatchingLines(lines, query), [lines, query])
  const current = useCurrentLine(media, lines)
  if (words.error) return <ErrorState error={words.error} onRetry={words.refetch} />
  if (!words.data) return <TextSkeleton lines={6} />
  const searching = query.trim() !== ''
  return (
    <>
      <SearchInput label={t('transcript.search')} value={query} onChange={setQuery} maxLength={100} mt="sm" />
      <Text size="sm" c="dimmed" role="status" mt={4}>
        {searching ? t('transcript.found', { count: visibleLines.length }) : ''}
      </Text>
      <Lines {...{ lines, visibleLines, current, media }} follows={!searching} language={caption.language} />
    </>
  )
}

interface LinesProps {
  lines: TranscriptLine[]
  visibleLines: number[]
  current: number
  media: MediaRef
  follows: boolean
  language: string
}

/** From this number on, lines outside of the view are not rendered. */
const manyLines = 500

/** One tab stop; arrow keys move between lines. */
function Lines({ lines, visibleLines, current, media, follows, language }: LinesProps) {
  const list = useRef<HTMLOListElement>(null)
  const touched = useFollowing(list, follows ? current : -1)
  const stop = visibleLines.includes(current) ? current : visibleLines[0]
  const step = (event: KeyboardEvent) => {
    touched()
    const buttons = Array.from(list.current?.querySelectorAll('button') ?? [])
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its buttons
    <ol
      ref={list}
      className={classes.lines}
      data-long={lines.length > manyLines || undefined}
      lang={language}
      dir="auto"
      onKeyDown={step}
    >
      {visibleLines.map((index) => (
        <Line
          key={index}
          line={lines[index]!}
          index={index}
          isCurrent={index === current}
          isStop={index === stop}
          media={media}
        />
      ))}
    </ol>
  )
}

interface LineProps {
  line: TranscriptLine
  index: number
  isCurrent: boolean
  isStop: boolean
  media: MediaRef
}

const Line = memo(function Line({ line, index, isCurrent, isStop, media }: LineProps) {
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.line}
        data-line={index}
        tabIndex={isStop ? 0 : -1}
        {...(isCurrent && { 'aria-current': true })}
        onClick={() => seekTo(media, line.from)}
      >
        <span className={classes.second}>{formatPlaybackTime(line.from)}</span>
        <span>{line.text}</span>
      </button>
    </li>
  )
})

function useCurrentLine(media: MediaRef, lines: readonly TranscriptLine[]) {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    const player = media.current
    if (!player) return
    // A seek ends slightly before the requested second.
    const look = () => setCurrent(lineIndexAt(lines, player.currentTime + 0.05))
    const events = ['timeupdate', 'seeked', 'loadedmetadata'] as const
    for (const event of events) player.addEventListener(event, look)
    look()
    return () => {
      for (const event of events) player.removeEventListener(event, look)
    }
  }, [media, lines])
  return current
}

/** Milliseconds for which the list does not follow after the reader scrolled it. */
const restMs = 5_000

/** Keeps the current line visible within the list, unless the reader has scrolled it. */
function useFollowing(list: RefObject<HTMLOListElement | null>, current: number) {
  const moved = useRef(0)
  const touched = () => {
    moved.current = performance.now()
  }
  useEffect(() => {
    const element = list.current
    if (!element) return
    const events = ['wheel', 'touchmove', 'pointerdown'] as const
    const note = () => {
      moved.current = performance.now()
    }
    for (const event of events) element.addEventListener(event, note, { passive: true })
    return () => {
      for (const event of events) element.removeEventListener(event, note)
    }
  }, [list])
  useEffect(() => {
    const element = list.current
    const line = element?.querySelector<HTMLElement>(`[data-line="${current}"]`)
    if (!element || !line) return
    if (moved.current > 0 && performance.now() - moved.current < restMs) return
    const middle = (element.clientHeight - line.offsetHeight) / 2
    const below = line.getBoundingClientRect().top - element.getBoundingClientRect().top
    element.scrollTo({ top: element.scrollTop + below - middle })
  }, [list, current])
  return touched
}
