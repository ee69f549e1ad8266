import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { relayReport } from './relay-report.ts'

export const api = [
  handle(contract.sendErrorReport, relayReport),
  handle(contract.sendErrorRecording, (ctx, input) => relayReport(ctx, input)),
]
