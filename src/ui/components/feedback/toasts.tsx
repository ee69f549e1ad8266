import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification, useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const ToastList = lazy(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

type Tone = 'info' | 'success' | 'error'

const colors = { info: 'primary', success: 'success', error: 'error' } as const

/** Label of the close button of toasts; `Toasts` sets it in the user's language. */
let closeLabel = ''

/** Shows a short message. Messages that need an action belong on the page. */
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
  /** Runs when the time to undo has passed or the page is left. */
  commit?: () => void
}

const undoMs = 10_000
/** `beforeunload` is the more reliable event for sending, but not every browser fires it. */
const leaving = ['beforeunload', 'pagehide'] as const

/** Reports a completed action and offers undo for ten seconds. */
export function toastUndo(message: string, { undo, commit }: Undoable) {
  const id = `undo-${crypto.randomUUID()}`
  let open = true
  const close = (run?: () => void) => {
    if (!open) return
    open = false
    for (const event of leaving) window.removeEventListener(event, onLeave)
    run?.()
    hideNotification(id)
  }
  const onLeave = () => close(commit)
  for (const event of leaving) window.addEventListener(event, onLeave)
  showNotification({
    id,
    color: 'primary',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': closeLabel },
    withBorder: true,
    onClose: () => close(commit),
    message: <UndoMessage message={message} onUndo={() => close(undo)} />,
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

/**
 * The container of toasts; rendered once, in the shell. Each toast is an alert. Its code loads with the first
 * toast.
 */
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
