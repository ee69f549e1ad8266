const admins = ['admin', 'account_user']

export const accessMatrix = {
  listWebhooks: admins,
  createWebhook: admins,
  getWebhook: admins,
  updateWebhook: admins,
  deleteWebhook: admins,
  rotateWebhookSecret: admins,
  testWebhook: admins,
  listWebhookDeliveries: admins,
  getWebhookDelivery: admins,
  replayWebhookDelivery: admins,
  replayFailedWebhooks: admins,
}
