import { codecraft } from './schools/codecraft/school.ts'
import { meridian } from './schools/meridian/school.ts'
import { parole } from './schools/parole/school.ts'
import type { DemoSchool } from './types.ts'

export const demoSchools: DemoSchool[] = [codecraft, parole, meridian]
