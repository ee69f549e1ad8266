import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { listEndOfCourseMessages, listEndOfCourseThreads } from './list-messages.ts'
import { replyToEndOfCourseMessage, sendEndOfCourseMessage } from './write-message.ts'

export const api = [
  defineEndpoint(contract.sendEndOfCourseMessage, sendEndOfCourseMessage),
  defineEndpoint(contract.replyToEndOfCourseMessage, replyToEndOfCourseMessage),
  defineEndpoint(contract.listEndOfCourseThreads, listEndOfCourseThreads),
  defineEndpoint(contract.listEndOfCourseMessages, listEndOfCourseMessages),
]
