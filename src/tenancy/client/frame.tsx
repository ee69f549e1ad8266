import {
  createContext,
  useContext,
  useState,
  useSyncExternalStore,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { getBrowserApp, onSessionChange } from './browser.ts'
import type { PageFrame, PageSchool } from './page-frame.ts'
import { storedSession, type Session } from './session/session.ts'

interface Framed {
  frame: PageFrame
  /** For inline styles and scripts; empty on cached public pages. */
  nonce: string
}

const FrameContext = createContext<(Framed & { setFrame: SetFrame }) | null>(null)

type SetFrame = Dispatch<SetStateAction<PageFrame>>

/** Provides the page frame and the CSP nonce to the components inside. */
export function FrameProvider({ children, nonce, frame: start }: Framed & { children: ReactNode }) {
  const [frame, setFrame] = useState(start)
  return <FrameContext value={{ frame, nonce, setFrame }}>{children}</FrameContext>
}

function useFramed() {
  const framed = useContext(FrameContext)
  if (!framed) throw new Error('Rendered outside of a page frame')
  return framed
}

/** Data of the page frame. Throws outside a `FrameProvider`. */
export const useFrame = (): PageFrame => useFramed().frame

/** Changes the page frame, after settings that it contains were saved. Throws outside a `FrameProvider`. */
export const useSetFrame = (): SetFrame => useFramed().setFrame

/** CSP nonce of the page. Throws outside a `FrameProvider`. */
export const useNonce = (): string => useFramed().nonce

/** The school of this host; throws on the platform's pages. */
export function useSchool(): PageSchool {
  const { host } = useFrame()
  if (host.kind !== 'school') throw new Error('This page belongs to a school')
  return host.school
}

/** Whether a feature flag is on for this host's school; false on the platform's pages. */
export function useFlag(name: string): boolean {
  const { host } = useFrame()
  return host.kind === 'school' && host.school.flags.includes(name)
}

/** Name and logo of the page's owner: the school, or the brand of the root host. */
export function usePageBrand(): { name: string; logo_url: string | null } {
  const { host, brand } = useFrame()
  return host.kind === 'school' ? host.school : brand
}

let last: { key: string; session: Session | null } = { key: '', session: null }

/** The same object while nothing changes, as React requires of a store. */
function snapshot(): Session | null {
  const session = storedSession(getBrowserApp().store)
  const key = JSON.stringify(session)
  if (key !== last.key) last = { key, session }
  return last.session
}

/** The logged-in user; null on the server and for the first paint. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, snapshot, () => null)
