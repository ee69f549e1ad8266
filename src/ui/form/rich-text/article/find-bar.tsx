import { CloseButton, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { matchCount, replaceMatches, search, selectMatch } from './find-plugin.ts'
import classes from './article-editor.module.css'

/** Searches the text, and replaces what was found. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation(['ui', 'article'])
  const [query, setQuery] = useState('')
  const [replacement, setReplacement] = useState('')
  const { current, total } = useEditorState({ editor, selector: ({ editor: now }) => matchCount(now) })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => search(editor, query), [editor, query])
  useEffect(
    () => () => {
      if (!editor.isDestroyed) search(editor, '')
    },
    [editor],
  )
  const replace = (which: 'one' | 'all') => {
    replaceMatches(editor, replacement, which)
    // The buttons are disabled without matches, and would lose the focus.
    if (which === 'all' || total === 1) field.current?.focus()
  }
  const position =
    query === '' ? '' : total === 0 ? t('article:find.none') : t('article:find.place', { current, total })
  return (
    // Escape closes the search from each of its fields.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      className={classes.find}
      aria-label={t('article:find.label')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Group gap="xs" wrap="wrap">
        <TextInput
          aria-label={t('article:find.find')}
          placeholder={t('article:find.find')}
          value={query}
          ref={field}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') selectMatch(editor, event.shiftKey ? -1 : 1)
          }}
        />
        <IconButton
          label={t('article:find.previous')}
          variant="subtle"
          disabled={total === 0}
          onClick={() => selectMatch(editor, -1)}
        >
          <IconChevronUp size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={t('article:find.next')}
          variant="subtle"
          disabled={total === 0}
          onClick={() => selectMatch(editor, 1)}
        >
          <IconChevronDown size={18} aria-hidden />
        </IconButton>
        <Text size="sm" c="dimmed" role="status">
          {position}
        </Text>
        <TextInput
          aria-label={t('article:find.replace')}
          placeholder={t('article:find.replace')}
          value={replacement}
          onChange={(event) => setReplacement(event.currentTarget.value)}
        />
        <Button variant="default" disabled={total === 0} onClick={() => replace('one')}>
          {t('article:find.one')}
        </Button>
        <Button variant="default" disabled={total === 0} onClick={() => replace('all')}>
          {t('article:find.all')}
        </Button>
        <CloseButton aria-label={t('article:find.close')} onClick={onClose} />
      </Group>
    </search>
  )
}
