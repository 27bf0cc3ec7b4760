import { installPackages, run } from './install.mjs';

installPackages({ development: false });
run('node', ['src/services/admin/admin.ts', ...process.argv.slice(2)]);
