const students = ['student']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  listInvoices: admins,
  getInvoiceFile: admins,
  listMyInvoices: students,
  getMyInvoiceFile: students,
  getInvoiceSettings: admins,
  updateInvoiceSettings: admins,
}
