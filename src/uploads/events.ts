import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { UploadPurpose } from './purposes.ts'

/** A file was checked and is usable from now on. */
export const fileCompleted = defineEvent<{ upload_id: string; purpose: UploadPurpose }>('file_completed')
