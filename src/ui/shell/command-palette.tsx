import { Loader, Modal, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileText, IconHistory, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { highlightParts } from '#lib/text-matches/text-matches.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { replacesHistoryEntry } from '../frame/history-entry.ts'
import { filterEntries, useCommandRegistry, type CommandEntry } from './palette-entries.ts'
import { storeRecentEntry } from './recent-entries.ts'
import { usePersonalValues } from '#tenancy/client/personal-values.ts'
import { useRecentEntries } from './use-recent-entries.ts'
import { useSearchResults } from './use-search-results.ts'
import classes from './command-palette.module.css'

/** Pages and actions that a query shows. */
const maxLocal = 6

interface Props {
  opened: boolean
  onClose: () => void
}

/** Ctrl+K: finds pages, actions, and results of the searches that screens register. */
export function CommandPalette({ opened, onClose }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const narrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      fullScreen={narrow}
      size={640}
      yOffset="12dvh"
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius={narrow ? 0 : 'lg'} aria-label={t('kit:palette.open')}>
        <Search onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mounted with each opening, so that it begins empty. */
function Search({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const { listed, failed, isSearching } = useListed(query)
  const { active, setActive, onKeyDown } = useActiveOption(listed, query)
  const open = useOpen(onClose)
  const activeEntry = listed[active]
  const activeId = activeEntry && optionId(listId, activeEntry)
  useEffect(() => {
    if (activeId) document.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      <Field
        {...{ query, setQuery, listId, activeId, onClose }}
        isLoading={isSearching && query !== ''}
        onKeyDown={(event) => onKeyDown(event, (entry) => open(entry, event))}
      />
      <div className={classes.results}>
        <Results
          {...{ listId, listed, query, activeEntry }}
          onPoint={(entry) => setActive(listed.indexOf(entry))}
          onChoose={open}
        />
        <Outcome query={query.trim()} count={listed.length} {...{ failed, isSearching }} />
      </div>
      <Keys />
    </>
  )
}

const optionId = (listId: string, { id }: CommandEntry) => `${listId} ${id}`.replaceAll(/\s/g, '-')

interface FieldProps {
  query: string
  setQuery: (query: string) => void
  listId: string
  activeId: string | undefined
  isLoading: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

function Field({ query, setQuery, listId, activeId, isLoading, onKeyDown, onClose }: FieldProps) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <div className={classes.field}>
      <IconSearch size={20} aria-hidden />
      <input
        data-autofocus
        role="combobox"
        aria-label={t('kit:palette.placeholder')}
        aria-expanded={activeId !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={t('kit:palette.placeholder')}
        value={query}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isLoading && <Loader size={18} aria-hidden />}
      <button type="button" className={classes.close} aria-label={t('actions.close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </button>
    </div>
  )
}

interface ResultsProps {
  listId: string
  listed: readonly CommandEntry[]
  query: string
  activeEntry: CommandEntry | undefined
  onPoint: (entry: CommandEntry) => void
  onChoose: (entry: CommandEntry, event: MouseEvent) => void
}

/** The entries by group, as options of the field. */
function Results({ listId, listed, query, activeEntry, onPoint, onChoose }: ResultsProps) {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <div id={listId} role="listbox" aria-label={t('kit:palette.results')} tabIndex={-1}>
      {[...Map.groupBy(listed, (entry) => entry.group)].map(([group, entries]) => (
        <div key={group} role="group" aria-label={group} className={classes.group}>
          <div className={classes.heading} role="presentation">
            {group}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(listId, entry)}
              entry={entry}
              query={query}
              isActive={entry === activeEntry}
              onPoint={() => onPoint(entry)}
              onChoose={(event) => onChoose(entry, event)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OutcomeProps {
  query: string
  count: number
  failed: boolean
  isSearching: boolean
}

/** Says that nothing was found or that the search failed; tells screen readers the number of results. */
function Outcome({ query, count, failed, isSearching }: OutcomeProps) {
  const { t } = useTranslation(['ui', 'kit'])
  const isDone = query !== '' && !isSearching
  return (
    <>
      {failed && <p className={classes.hint}>{t('kit:palette.failed')}</p>}
      {isDone && !failed && count === 0 && <p className={classes.hint}>{t('kit:palette.none', { query })}</p>}
      <VisuallyHidden role="status">{isDone && t('kit:palette.count', { count })}</VisuallyHidden>
    </>
  )
}

function Keys() {
  const { t } = useTranslation(['ui', 'kit'])
  return (
    <div className={classes.keys} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('kit:palette.keys.select')}
      </span>
      <span>
        <kbd>↵</kbd> {t('kit:palette.keys.open')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('actions.close')}
      </span>
    </div>
  )
}

/** Recent and suggested entries without a query; else pages and actions, then results of the searches. */
function useListed(query: string) {
  const { t } = useTranslation(['ui', 'kit'])
  const { entries, searches } = useCommandRegistry()
  const { entries: found, failed, isSearching } = useSearchResults(query, searches)
  const stored = useRecentEntries()
  const recent = useMemo(
    () => stored.map((entry) => ({ ...entry, group: t('kit:palette.recent'), icon: IconHistory })),
    [stored, t],
  )
  const listed = useMemo(() => {
    const isEmpty = query.trim() === ''
    const first = isEmpty ? recent : filterEntries(entries, query).slice(0, maxLocal)
    const last = isEmpty ? entries : []
    const withIcons = [...first, ...found, ...last]
    return [...new Map(withIcons.toReversed().map((entry) => [entry.id, entry])).values()].toReversed()
  }, [query, recent, entries, found])
  return { listed, failed, isSearching }
}

/** The option that the arrow keys select: the first one after each change of the query. */
function useActiveOption(listed: readonly CommandEntry[], query: string) {
  const [selected, setSelected] = useState({ query, at: 0 })
  const active = selected.query === query ? Math.min(selected.at, Math.max(0, listed.length - 1)) : 0
  const setActive = (at: number) => setSelected({ query, at })
  const onKeyDown = (event: KeyboardEvent, choose: (entry: CommandEntry) => void) => {
    if (event.nativeEvent.isComposing || listed.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + listed.length) % listed.length)
    else if (event.key === 'Enter') choose(listed[active]!)
    else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}

interface OptionProps {
  id: string
  entry: CommandEntry
  query: string
  isActive: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

function Option({ id, entry, query, isActive, onPoint, onChoose }: OptionProps) {
  const { label, text, icon: Icon = IconFileText } = entry
  return (
    // The field keeps the focus and has the keys; the option is its active descendant.
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      tabIndex={-1}
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.label}>
        <span>
          <Marked text={label} query={query} />
        </span>
        {text && (
          <small>
            <Marked text={text} query={query} />
          </small>
        )}
      </span>
    </button>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  return highlightParts(text, query).map((part, at) =>
    part.isFound ? <mark key={at}>{part.text}</mark> : part.text,
  )
}

/** Opens an entry; with Ctrl or Command in a new tab. */
function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const values = usePersonalValues()
  return (entry: CommandEntry, { ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) => {
    const { to, run, reloadDocument } = entry
    if (values) void storeRecentEntry(values, entry)
    onClose()
    if (run) return run()
    if (!to) return
    if (ctrlKey || metaKey) return void window.open(to, '_blank', 'noopener')
    const replace = replacesHistoryEntry(location, new URL(to, location.href))
    if (!reloadDocument) return void navigate(to, { replace })
    if (replace) location.replace(to)
    else location.assign(to)
  }
}
