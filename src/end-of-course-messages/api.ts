import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { listEndOfCourseMessages, listEndOfCourseThreads } from './list-messages.ts'
import { replyToEndOfCourseMessage, sendEndOfCourseMessage } from './write-message.ts'

export const api = [
  defineEndpoint(contract.sendEndOfCourseMessage, sendEndOfCourseMessage),
  defineEndpoint(contract.replyToEndOfCourseMessage, replyToEndOfCourseMessage),
  defineEndpoint(contract.listEndOfCourseThreads, listEndOfCourseThreads, {
    csv: ['name', 'messages_count', 'awaits_reply', 'last_message', 'last_message_at'],
  }),
  defineEndpoint(contract.listEndOfCourseMessages, listEndOfCourseMessages),
]
