/** Names of the files that an image task and its caller exchange. */
export const imageFile = 'image'
export const encodedFile = 'encoded'
