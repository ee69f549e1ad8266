import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files, whatever their length: started last, one of them would delay the end. */
const longest =
  /\/(faults\/\w|e2e\/(pages|courses|learn|frame|accounts|lighthouse|start)\.|src\/(operations|testing\/sweeps|platform\/(worker|migrate|postgres)|webhooks\/interrupted))/

/** Starts the slowest files first, so that all workers end at about the same time. */
export class LongestFileFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const rank = ({ moduleId }: TestSpecification) => (longest.test(moduleId) ? 0 : 1)
