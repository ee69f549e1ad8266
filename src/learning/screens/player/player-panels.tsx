import { Suspense, use, useEffect, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { PlayerSlots, type NotesSlotProps } from './model/player-slots.ts'

/** The open panel beside the content, if any. */
export type OpenPanel = 'notes' | 'ask' | null

interface Props extends Pick<NotesSlotProps, 'course_id' | 'topic' | 'media' | 'text'> {
  beside: OpenPanel
  onBeside: (beside: OpenPanel) => void
}

export function PlayerPanels({ beside, onBeside, ...outlinePosition }: Props) {
  const { Notes, Assistant } = use(PlayerSlots)
  const [request, setRequest] = useState(false)
  const [askParameter, setAskParameter] = useQueryParam('ask')
  useEffect(() => {
    if (askParameter === null) return
    onBeside('ask')
    setAskParameter(null)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the address requests it
  }, [askParameter])
  // Loaded when it is first opened; then it stays mounted, with unsaved input.
  if (beside === 'ask' && !request) setRequest(true)
  return (
    <>
      {Notes && (
        <Suspense>
          <Notes
            key={outlinePosition.topic.id}
            {...outlinePosition}
            opened={beside === 'notes'}
            onOpen={() => onBeside('notes')}
            onClose={() => onBeside(null)}
          />
        </Suspense>
      )}
      {Assistant && request && (
        <Suspense>
          <Assistant
            course_id={outlinePosition.course_id}
            topic_id={outlinePosition.topic.id}
            opened={beside === 'ask'}
            onClose={() => onBeside(null)}
          />
        </Suspense>
      )}
    </>
  )
}
