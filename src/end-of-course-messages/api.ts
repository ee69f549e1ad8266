import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { listEndMessages, listEndThreads } from './list-messages.ts'
import { replyToEndMessage, sendEndMessage } from './write-message.ts'

export const api = [
  handle(contract.sendEndMessage, sendEndMessage),
  handle(contract.replyToEndMessage, replyToEndMessage),
  handle(contract.listEndThreads, listEndThreads),
  handle(contract.listEndMessages, listEndMessages),
]
