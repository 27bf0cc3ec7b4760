import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start processes import one of these, and take up to a hundred times as long as others. */
const STARTS_PROCESSES = /\/testing\/(patron-process|admin-process|crash-loop|run-command)\.ts'/;

/** Runs the slowest files first, so that the others fill the time while they finish. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { slow = [], quick = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      STARTS_PROCESSES.test(readFileSync(moduleId, 'utf8')) ? 'slow' : 'quick',
    );
    return [...slow, ...quick];
  }
}
