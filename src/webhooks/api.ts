import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { deleteWebhook, updateWebhook } from './endpoints/change-webhook.ts'
import * as contract from './contract.ts'
import { createWebhook } from './endpoints/create-webhook.ts'
import { listWebhookDeliveries, getWebhookDelivery } from './deliveries/list-deliveries.ts'
import { listWebhooks, getWebhook } from './endpoints/list-webhooks.ts'
import { replayFailedWebhooks, replayWebhookDelivery, testWebhook } from './deliveries/replay.ts'
import { rotateWebhookSecret } from './endpoints/list-signing-secrets.ts'

export const api = [
  defineEndpoint(contract.listWebhooks, listWebhooks, {
    csv: ['url', 'description', 'event_types', 'state', 'last_delivered_at', 'created_at'],
  }),
  defineEndpoint(contract.createWebhook, createWebhook),
  defineEndpoint(contract.getWebhook, getWebhook),
  defineEndpoint(contract.updateWebhook, updateWebhook),
  defineEndpoint(contract.deleteWebhook, deleteWebhook),
  defineEndpoint(contract.rotateWebhookSecret, rotateWebhookSecret),
  defineEndpoint(contract.testWebhook, testWebhook),
  defineEndpoint(contract.listWebhookDeliveries, listWebhookDeliveries, {
    csv: ['event_type', 'state', 'attempts', 'last_status', 'created_at', 'finished_at'],
  }),
  defineEndpoint(contract.getWebhookDelivery, getWebhookDelivery),
  defineEndpoint(contract.replayWebhookDelivery, replayWebhookDelivery),
  defineEndpoint(contract.replayFailedWebhooks, replayFailedWebhooks),
]
