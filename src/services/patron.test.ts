import { expect, onTestFinished, test } from 'vitest';
import { startPatron } from '#services/patron.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createLog } from '#services/platform/log.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';

test.each([
  ['http://patron.lan:4180', 1],
  ['https://patron.lan', 0],
  ['http://localhost:4180', 0],
])(
  'the start with the address %s warns %i times that browsers need https',
  async (publicUrl, count) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const environment = readEnvironment({
      PATRON_DATA_DIR: await migratedDirectory(),
      PATRON_DEMO: '0',
      PATRON_PUBLIC_URL: publicUrl,
      PORT: String(await findFreePort()),
    });
    const patron = await startPatron(environment, log);
    onTestFinished(() => patron.stop());
    const warnings = lines.filter((line) => line.includes('browsers need https'));
    expect(warnings).toHaveLength(count);
  },
);
