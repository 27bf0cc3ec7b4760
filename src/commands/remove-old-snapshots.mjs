import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

// Runs after `db:generate`, which compares the tables with the newest snapshot only. Each has thousands
// of lines.
const folder = join(root, 'src/services/platform/migrations/meta');
const snapshots = globSync('*_snapshot.json', { cwd: folder }).sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(folder, name));
