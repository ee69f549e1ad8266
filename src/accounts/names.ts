/** How an e-mail is stored and compared. */
export const emailOf = (text: string) => text.trim().toLowerCase()
