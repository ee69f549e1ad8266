import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { relayErrorReport } from './relay-error-report.ts'

export const api = [
  defineEndpoint(contract.sendErrorReport, relayErrorReport),
  defineEndpoint(contract.sendErrorRecording, (ctx, input) => relayErrorReport(ctx, input)),
]
