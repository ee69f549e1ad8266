import { Suspense, use, useEffect, useState } from 'react'
import { useAddressParameter } from '#platform/client/page/url-parameters.ts'
import { PlayerSlots, type NotesSlotProps } from './model/player-slots.ts'

/** What stands beside the open content: one of them at most. */
export type Beside = 'notes' | 'ask' | null

interface Props extends Pick<NotesSlotProps, 'course_id' | 'topic' | 'media' | 'text'> {
  beside: Beside
  onBeside: (beside: Beside) => void
}

export function PlayerSides({ beside, onBeside, ...place }: Props) {
  const { Notes, Ask } = use(PlayerSlots)
  const [asked, setAsked] = useState(false)
  const [wanted, setWanted] = useAddressParameter('ask')
  useEffect(() => {
    if (wanted === null) return
    onBeside('ask')
    setWanted(null)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the address asks for it
  }, [wanted])
  // Fetched when it is first opened; then it stays, with what is being written in it.
  if (beside === 'ask' && !asked) setAsked(true)
  return (
    <>
      {Notes && (
        <Suspense>
          <Notes
            key={place.topic.id}
            {...place}
            opened={beside === 'notes'}
            onOpen={() => onBeside('notes')}
            onClose={() => onBeside(null)}
          />
        </Suspense>
      )}
      {Ask && asked && (
        <Suspense>
          <Ask
            course_id={place.course_id}
            topic_id={place.topic.id}
            opened={beside === 'ask'}
            onClose={() => onBeside(null)}
          />
        </Suspense>
      )}
    </>
  )
}
