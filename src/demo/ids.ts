import { v5 } from 'uuid'

const namespace = '4b8f8c0e-6a53-4a0e-9a8e-2c1f6d1f7a11'

/** Returns the same id for the same path at every seeding, so that links to the demo schools stay valid. */
export const demoId = (...path: string[]) => v5(path.join('/'), namespace)
