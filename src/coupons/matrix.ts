const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  previewCoupon: everybody,
  listCoupons: admins,
  getCoupon: admins,
  createCoupon: admins,
  updateCoupon: admins,
  deleteCoupon: admins,
}
