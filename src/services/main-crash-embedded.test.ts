import { test } from 'vitest';
import { openEmbedded } from './platform/database/embedded.ts';
import { dieOverAndOver } from './testing/die-over-and-over.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

test('kill -9 in the middle of sending and of receiving loses nothing and does nothing twice, on the embedded database', async () => {
  const directory = temporaryDirectory();
  await dieOverAndOver({
    variables: { PATRON_DATA_DIR: directory },
    open: () => openEmbedded(directory),
  });
}, 180_000);
