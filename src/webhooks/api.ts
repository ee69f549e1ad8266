import { handle } from '#tenancy/http/endpoints.ts'
import { deleteWebhook, updateWebhook } from './endpoints/change-webhook.ts'
import * as contract from './contract.ts'
import { createWebhook } from './endpoints/create-webhook.ts'
import { listWebhookDeliveries, showWebhookDelivery } from './deliveries/list-deliveries.ts'
import { listWebhooks, showWebhook } from './endpoints/list-webhooks.ts'
import { replayFailedWebhooks, replayWebhookDelivery, testWebhook } from './deliveries/replay.ts'
import { rotateWebhookSecret } from './endpoints/signing-secrets.ts'

export const api = [
  handle(contract.listWebhooks, listWebhooks),
  handle(contract.createWebhook, createWebhook),
  handle(contract.showWebhook, showWebhook),
  handle(contract.updateWebhook, updateWebhook),
  handle(contract.deleteWebhook, deleteWebhook),
  handle(contract.rotateWebhookSecret, rotateWebhookSecret),
  handle(contract.testWebhook, testWebhook),
  handle(contract.listWebhookDeliveries, listWebhookDeliveries),
  handle(contract.showWebhookDelivery, showWebhookDelivery),
  handle(contract.replayWebhookDelivery, replayWebhookDelivery),
  handle(contract.replayFailedWebhooks, replayFailedWebhooks),
]
