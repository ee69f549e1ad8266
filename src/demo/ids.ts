import { v5 } from 'uuid'

const namespace = '4b8f8c0e-6a53-4a0e-9a8e-2c1f6d1f7a11'

/** The same id for the same thing at every seeding, so that links into the demo schools stay good. */
export const demoId = (...path: string[]) => v5(path.join('/'), namespace)
