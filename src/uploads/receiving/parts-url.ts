import type { Config } from '#platform/config/config.ts'
import { signedParts, type PartsGrant } from '#platform/storage/links.ts'

/** Where one announced file may be sent in parts. */
export const partsUrl = ({ appSecret }: Config, grant: PartsGrant, until: Date) =>
  `/storage/tus/${grant.upload_id}?${signedParts(appSecret, grant, until)}`
