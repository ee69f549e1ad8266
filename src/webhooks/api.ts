import { handle } from '#platform/http.ts'
import { deleteWebhook, updateWebhook } from './change-webhook.ts'
import * as contract from './contract.ts'
import { createWebhook } from './create-webhook.ts'
import { listWebhookDeliveries, showWebhookDelivery } from './deliveries.ts'
import { listWebhooks, showWebhook } from './list-webhooks.ts'
import { replayFailedWebhooks, replayWebhookDelivery, testWebhook } from './replay.ts'
import { rotateWebhookSecret } from './signing-secrets.ts'

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
