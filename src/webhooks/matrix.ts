const admins = ['admin', 'account_user']

export const accessMatrix = {
  listWebhooks: admins,
  createWebhook: admins,
  showWebhook: admins,
  updateWebhook: admins,
  deleteWebhook: admins,
  rotateWebhookSecret: admins,
  testWebhook: admins,
  listWebhookDeliveries: admins,
  showWebhookDelivery: admins,
  replayWebhookDelivery: admins,
  replayFailedWebhooks: admins,
}
