import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { replacesHistoryEntry } from '../frame/history-entry.ts'
import {
  filterEntries,
  useCommandRegistry,
  type CommandEntry,
  type CommandSearch,
} from './palette-entries.ts'

const [store, palette] = createSpotlight()
const mostFound = 12

/** Ctrl+K: finds pages, actions, and results of the searches that screens register. */
export function CommandPalette({ asked: openCount }: { asked: number }) {
  const { t } = useTranslation(['ui', 'kit'])
  const [query, setQuery] = useState('')
  const { entries, searches } = useCommandRegistry()
  const found = useSearched(query, searches)
  const go = useGo()
  useEffect(() => {
    if (openCount > 0) palette.open()
  }, [openCount])

  const listed = [...filterEntries(entries, query).slice(0, mostFound), ...found]
  const groups = Map.groupBy(listed, (entry) => entry.group)
  return (
    <Spotlight.Root store={store} query={query} onQueryChange={setQuery} shortcut={null} clearQueryOnClose>
      <Spotlight.Search
        placeholder={t('kit:palette.placeholder')}
        aria-label={t('kit:palette.placeholder')}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {[...groups].map(([group, members]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {members.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.label}
                description={entry.text}
                onClick={() => go(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {listed.length === 0 && <Spotlight.Empty>{t('kit:palette.none')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function useGo() {
  const navigate = useNavigate()
  return ({ to, run, reloadDocument }: CommandEntry) => {
    if (run) return run()
    if (!to) return
    const replace = replacesHistoryEntry(location, new URL(to, location.href))
    if (!reloadDocument) return void navigate(to, { replace })
    if (replace) location.replace(to)
    else location.assign(to)
  }
}

/** Results of the searches, debounced; results of an outdated query are dropped. */
function useSearched(query: string, searches: readonly CommandSearch[]) {
  const [found, setFound] = useState<CommandEntry[]>([])
  const long = query.trim().length >= 2
  useEffect(() => {
    if (!long) return
    const late = new AbortController()
    const timer = setTimeout(() => {
      const answers = searches.map((search) => search(query.trim(), late.signal).catch(() => []))
      void Promise.all(answers).then((all) => late.signal.aborted || setFound(all.flat()))
    }, 120)
    return () => {
      clearTimeout(timer)
      late.abort()
    }
  }, [query, long, searches])
  return long ? found : []
}
