import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification, useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const ToastList = lazy(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

type Tone = 'info' | 'success' | 'error'

const colors = { info: 'primary', success: 'success', error: 'error' } as const

/** What a toast's closing button is called; `Toasts` keeps it in the reader's language. */
let closeLabel = ''

/** Says something in passing. What a person must act on belongs on the page. */
export function toast(message: string, tone: Tone = 'success') {
  showNotification({
    message,
    color: colors[tone],
    autoClose: tone === 'error' ? 8_000 : 4_000,
    closeButtonProps: { 'aria-label': closeLabel },
    withBorder: true,
  })
}

interface Undoable {
  undo: () => void
  /** Carries it out, when the time to undo has passed or the page is left. */
  commit?: () => void
}

const undoMs = 10_000
/** The first is the surest time to send something, and not every browser has it. */
const leaving = ['beforeunload', 'pagehide'] as const

/** Says what was done and offers ten seconds to take it back. */
export function toastUndo(message: string, { undo, commit }: Undoable) {
  const id = `undo-${crypto.randomUUID()}`
  let open = true
  const settle = (run?: () => void) => {
    if (!open) return
    open = false
    for (const event of leaving) window.removeEventListener(event, onLeave)
    run?.()
    hideNotification(id)
  }
  const onLeave = () => settle(commit)
  for (const event of leaving) window.addEventListener(event, onLeave)
  showNotification({
    id,
    color: 'primary',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': closeLabel },
    withBorder: true,
    onClose: () => settle(commit),
    message: <UndoMessage message={message} onUndo={() => settle(undo)} />,
  })
}

function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm">{message}</Text>
      <Button size="compact-md" variant="light" onClick={onUndo}>
        {t('actions.undo')}
      </Button>
    </Group>
  )
}

/** Where toasts appear; in the shell once. Each is an alert of its own. What draws them comes with the first one. */
export function Toasts() {
  const { t } = useTranslation('ui')
  useEffect(() => {
    closeLabel = t('actions.close')
  }, [t])
  const { notifications, queue } = useNotifications()
  const hasToasts = notifications.length + queue.length > 0
  const [drawn, setDrawn] = useState(false)
  if (hasToasts && !drawn) setDrawn(true)
  return (
    drawn && (
      <Suspense>
        <ToastList />
      </Suspense>
    )
  )
}
