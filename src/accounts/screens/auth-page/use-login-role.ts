import { useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { keepCookie, keptCookie } from '#platform/client/session/cookies.ts'

export const doors = ['student', 'teacher', 'admin'] as const
export type Door = (typeof doors)[number]

const isDoor = (value: string | null): value is Door => (doors as readonly (string | null)[]).includes(value)
const cookie = 'ui_door'
const never = () => () => {}

/** Not in local storage, whose keys are fixed and which a logout clears. */
function remembered(): Door {
  const value = keptCookie(cookie)
  return isDoor(value) ? value : 'student'
}

function remember(door: Door) {
  keepCookie(cookie, door)
}

/** By which door somebody comes in: the one in the address, else the one of last time. */
export function useDoor() {
  const [query] = useSearchParams()
  const last = useSyncExternalStore(never, remembered, () => 'student' as const)
  const [chosen, choose] = useState<Door | null>(null)
  const asked = query.get('as')
  return { door: chosen ?? (isDoor(asked) ? asked : last), choose, remember }
}
