/** What was bought, with the number of seats of a group. */
export const lineName = ({ title, quantity }: { title: string; quantity: number }) =>
  quantity > 1 ? `${title} × ${quantity}` : title
