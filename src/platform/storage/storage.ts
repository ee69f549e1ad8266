import type { Readable } from 'node:stream'

/** Where to send a file's bytes: one object, its type and length fixed, for a limited time. */
export interface SignedPut {
  /** Relative to the origin of the request that asked for it, or absolute. */
  url: string
  method: 'PUT'
  headers: Record<string, string>
  expires_at: Date
}

export interface ExpectedObject {
  /** Exact length in bytes. */
  size: number
  content_type: string
}

/** Byte offsets, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Keeps bytes under keys that `newKey` made. An object appears whole and never changes after that. */
export interface Storage {
  /**
   * Stores exactly `size` bytes. Throws WrongSizeError for more or fewer, ObjectExistsError if the key is taken, and the
   * stream's own error or the signal's reason; after any of these nothing is stored and the same key may be tried again.
   */
  put(key: string, body: ByteSource, pinned: { size: number; signal?: AbortSignal }): Promise<void>
  /** Bytes of an object that have come by `append` so far, whole or not; 0 where there are none. */
  received(key: string): Promise<number>
  /**
   * Adds to an object that comes in parts, from `offset`, which is exactly where the last part ended: else it throws
   * WrongOffsetError. What arrives before the body ends or breaks is kept. With its last byte the object appears; until then
   * it cannot be read. Answers how many bytes are there. Never for one key twice at a time.
   */
  append(
    key: string,
    offset: number,
    body: ByteSource,
    pinned: { size: number; signal?: AbortSignal },
  ): Promise<number>
  /** Copies a local file in; answers its size in bytes. Throws ObjectExistsError. */
  copyIn(localPath: string, key: string): Promise<number>
  /** Throws ObjectMissingError. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** The file of this machine that holds the object, to be read only; null where the store is elsewhere. Throws ObjectMissingError. */
  localPath(key: string): Promise<string | null>
  /** Null where there is no such object. */
  stat(key: string): Promise<{ size: number } | null>
  /** Removes the object and whatever unfinished tries left of it. Nothing happens if it is not there. */
  remove(key: string): Promise<void>
  /** Where a client may send an object's bytes itself, at once. */
  presignPut(key: string, pinned: ExpectedObject, now: Date): Promise<SignedPut>
  /**
   * Puts what was sent to such a link out of its sender's reach, who could send again: answers the key under which these
   * bytes can be looked at and stay. It is `key` itself where nothing else came that way. The same bytes, the same key.
   */
  take(key: string): Promise<string>
  /** Copies an object within the store; does nothing where the target is there. Throws ObjectMissingError. */
  copy(from: string, to: string): Promise<void>
  /** Every whole object, of one school or of all, in no order that can be relied on. */
  list(school_id?: string): AsyncIterable<StoredObject>
  /** Removes what sending left unfinished before this time and nothing knows of any more. Answers how many. */
  sweep(before: Date): Promise<number>
}

export interface StoredObject {
  key: string
  size: number
}

/** More or fewer bytes arrived than were announced. */
export class WrongSizeError extends Error {
  override readonly name = 'WrongSize'
}

/** A part does not start where the last one ended. */
export class WrongOffsetError extends Error {
  override readonly name = 'WrongOffset'
}

/** The key already holds an object. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExists'
}

/** The key holds no object. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissing'
}

/** The store does not answer, or not in time. What was asked of it may be asked again. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StoreAway'
}
