import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts processes imports one of these, and takes up to a hundred times as long as the rest. */
const STARTS_PROCESSES = /\/testing\/(patron-process|admin-process|crash-loop|run-command)\.ts'/;

/** Runs the longest files first, so that none of them is alone at the end on an idle machine. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { slow = [], quick = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      STARTS_PROCESSES.test(readFileSync(moduleId, 'utf8')) ? 'slow' : 'quick',
    );
    return [...slow, ...quick];
  }
}
