import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from '../model/player.module.css'

/** Booking panel; nothing of the external site loads before the click. */
export function BookingPanel({ address }: { address: string }) {
  const { t } = useTranslation('learning')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className={classes.booking} onClick={() => setOpened(true)}>
        <IconCalendarEvent size={20} aria-hidden />
        {t('outline.book')}
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('outline.book')} size="xl">
        {opened && (
          <iframe
            src={address}
            title={t('outline.book')}
            className={classes.bookingFrame}
            referrerPolicy="strict-origin-when-cross-origin"
          />
        )}
      </Modal>
    </>
  )
}
