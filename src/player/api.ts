import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { openPlayer } from './open-player.ts'

export const api = [defineEndpoint(contract.openPlayer, openPlayer)]
