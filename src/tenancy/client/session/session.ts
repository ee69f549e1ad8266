export type UserType = 'student' | 'teacher' | 'admin' | 'account_user'

/** The stored user. `user_type` is always set; the rest comes from the login. */
export interface UserDetails {
  user_type: UserType
  _id?: string
  name?: string
  email?: string
  avatar_url?: string | null
  [field: string]: unknown
}

/** One key of local storage. */
interface StoredValue<T> {
  get(): T | null
  /** null removes the key. */
  set(value: T | null): void
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

const text = (storage: KeyValueStorage, key: string): StoredValue<string> => ({
  get: () => storage.getItem(key),
  set: (value) => (value === null ? storage.removeItem(key) : storage.setItem(key, value)),
})

const json = <T>(
  storage: KeyValueStorage,
  key: string,
  fits: (value: unknown) => boolean,
): StoredValue<T> => ({
  get() {
    try {
      const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
      return fits(value) ? (value as T) : null
    } catch {
      return null
    }
  },
  set: (value) => (value === null ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(value))),
})

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

export interface QuestionAnswer {
  question: string
  /** Empty while pending. */
  answer: string
}

export interface PendingQuestion extends QuestionAnswer {
  /** Identifies the attempt, so that a retry sends no second question. */
  key?: string
}

export interface StoredRecommendation extends QuestionAnswer {
  topics?: unknown
}

/** All values that the browser stores, under the keys of the specification. */
export function browserStore(storage: KeyValueStorage) {
  const list = (key: string) => json<unknown[]>(storage, key, Array.isArray)
  const faculties = list('user_faculties')
  return {
    userToken: text(storage, 'user_token'),
    /** Left by earlier versions; read, never written. */
    authToken: text(storage, 'auth_token'),
    userType: text(storage, 'user_type') as StoredValue<UserType>,
    userDetails: json<UserDetails>(storage, 'user_details', isObject),
    /** An empty list is not stored. */
    userFaculties: {
      get: faculties.get,
      set: (value: unknown[] | null) => faculties.set(value?.length ? value : null),
    },
    notifications: list('notifications'),
    courseDiscussion: (courseId: string, secondId: string | null = null) =>
      json<unknown>(
        storage,
        `course_discussion:${courseId}:${secondId ?? 'null'}`,
        (value) => value !== null,
      ),
    courseTopicRecommendation: (courseId: string) =>
      json<StoredRecommendation>(storage, `course_topic_recommendation:${courseId}`, isObject),
    courseAiQa: (courseId: string) => json<PendingQuestion>(storage, `course_ai_qa:${courseId}`, isObject),
  }
}

export type BrowserStore = ReturnType<typeof browserStore>

/** Reply of a login. */
export interface LoginReply {
  user_token: string
  user_type: UserType
  user: object
  user_faculties?: unknown[]
}

export interface Session {
  token: string
  user_type: UserType | null
  details: UserDetails | null
}

export interface AddressBar {
  /** The complete address. */
  href: string
  replace(address: string): void
}

/** A one-time code instead of a session token: `handoff.<role>.<code>`. */
const handoffForm = /^handoff\.(student|teacher|admin)\./

export type HandoffRole = 'student' | 'teacher' | 'admin'
export const handoffRole = (token: string) => handoffForm.exec(token)?.[1] as HandoffRole | undefined

/**
 * Removes `user_token` from the address at once and returns it for `redeemAddressToken`; null for none and for
 * the token of the current session. Never stored directly, because anybody can put one into a link.
 */
export function takeTokenFromAddress(addressBar: AddressBar, store: BrowserStore): string | null {
  const address = new URL(addressBar.href)
  const token = address.searchParams.get('user_token')
  if (token === null) return null
  address.searchParams.delete('user_token')
  addressBar.replace(address.pathname + address.search + address.hash)
  return token === '' || token === storedToken(store) ? null : token
}

/** The stored token: `user_token`, else the legacy `auth_token`. A token of the address was exchanged before. */
export const storedToken = (store: BrowserStore) => store.userToken.get() || store.authToken.get() || null

/** Whether this session is a support visit. */
export const isSupportVisit = (session: Pick<Session, 'token'> | null) =>
  session?.token.startsWith('support.') ?? false

export function storedSession(store: BrowserStore): Session | null {
  const token = storedToken(store)
  if (!token) return null
  const details = store.userDetails.get()
  return { token, user_type: store.userType.get() ?? details?.user_type ?? null, details }
}

export function storeLogin(store: BrowserStore, { user_token, user_type, user, user_faculties }: LoginReply) {
  store.userToken.set(user_token)
  storeUserDetails(store, { ...user, user_type })
  store.userFaculties.set(user_faculties ?? null)
}

/** Updates the stored user, for example after a changed name. */
export function storeUserDetails(store: BrowserStore, details: UserDetails) {
  store.userType.set(details.user_type)
  store.userDetails.set(details)
}
