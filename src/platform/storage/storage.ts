import type { Readable } from 'node:stream'

/** Address for uploading one object with fixed type and length, for a limited time. */
export interface SignedPut {
  /** Absolute, or relative to the origin of the request. */
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

/** Length of the complete object in bytes, and a signal that ends the transfer. */
export interface PinnedSize {
  size: number
  signal?: AbortSignal | undefined
}

export interface PinnedPart extends PinnedSize {
  /** Bytes of the object before this part. */
  offset: number
}

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Stores objects under generated keys. An object appears as a whole and never changes. */
export interface Storage {
  /**
   * Stores exactly `size` bytes. Throws WrongSizeError for more or fewer, ObjectExistsError if the key is taken,
   * and the stream's own error or the signal's reason; after any of these nothing is stored and the same key may
   * be used again.
   */
  put(key: string, body: ByteSource, pinned: PinnedSize): Promise<void>
  /** Number of bytes stored by `append` so far, complete or not; 0 if there are none. */
  received(key: string): Promise<number>
  /**
   * Appends to an object in parts from `offset`, which must be the end of the last part: else throws
   * WrongOffsetError. Bytes that arrived before the body ended or broke are stored. With its last byte the object
   * becomes readable. Returns the number of stored bytes. Never call it concurrently for one key.
   */
  append(key: string, body: ByteSource, pinned: PinnedPart): Promise<number>
  /** Copies a local file; returns its size in bytes. Throws ObjectExistsError. */
  copyIn(localPath: string, key: string): Promise<number>
  /** Streams the object or a range. Throws ObjectMissingError. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Path of the local file with the object, read-only; null if the storage is remote. Throws ObjectMissingError.
   */
  localPath(key: string): Promise<string | null>
  /** Size in bytes; null if the object does not exist. */
  stat(key: string): Promise<{ size: number } | null>
  /** Deletes the object and its incomplete parts. Does nothing if it does not exist. */
  remove(key: string): Promise<void>
  /** Address at which a client may upload an object directly. */
  presignPut(key: string, pinned: ExpectedObject, now: Date): Promise<SignedPut>
  /**
   * Moves an object that was sent to such an address to a key that its sender cannot overwrite, and returns that
   * key. Returns `key` itself if nothing was sent that way. Safe to repeat: the same bytes get the same key.
   */
  claim(key: string): Promise<string>
  /** Copies an object within the storage; does nothing if the target exists. Throws ObjectMissingError. */
  copy(from: string, to: string): Promise<void>
  /** All complete objects, of one owner or all, in no defined order. */
  list(owner_id?: string): AsyncIterable<StoredObject>
  /** Deletes incomplete uploads from before this time that nothing references. Returns their number. */
  sweep(before: Date): Promise<number>
}

export interface StoredObject {
  key: string
  size: number
}

/** Thrown if more or fewer bytes arrived than announced. */
export class SizeMismatchError extends Error {
  override readonly name = 'WrongSize'
}

/** Thrown if a part does not start at the end of the last one. */
export class OffsetMismatchError extends Error {
  override readonly name = 'WrongOffset'
}

/** Thrown if the key already has an object. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExists'
}

/** Thrown if the key has no object. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissing'
}

/** Thrown if the storage does not respond in time. A retry may succeed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StoreAway'
}
