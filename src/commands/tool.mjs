import { installPackages, run } from './install.mjs';

// Runs a development tool, after installing what is missing: node tool.mjs <tool> <arguments>.
const [tool, ...parameters] = process.argv.slice(2);

installPackages();
run(tool, parameters);
