import { installPackages, run } from './install.mjs';

installPackages();
run('node', ['src/services/admin/admin.ts', ...process.argv.slice(2)]);
