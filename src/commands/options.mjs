import { parseArgs } from 'node:util';
import { exit } from './install.mjs';

/**
 * The command line's options. Prints the usage for --help; exits with one line for anything unknown.
 * @param {string} usage
 * @param {import('node:util').ParseArgsConfig['options']} options
 * @param {string} [argument] the name under which an argument without a name is returned
 */
export function readOptions(usage, options = {}, argument = undefined) {
  const known = { ...options, help: { type: 'boolean', short: 'h' } };
  const { values, tokens } = parseArgs({
    options: known,
    strict: false,
    tokens: true,
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (argument === undefined || values[argument] !== undefined) {
        exit(`Unknown argument ${token.value}; see --help`, 2);
      }
      values[argument] = token.value;
    }
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(known, token.name)) {
      exit(`Unknown option ${token.rawName}; see --help`, 2);
    }
    if (known[token.name].type === 'string' && token.value === undefined) {
      exit(`${token.rawName} needs a value; see --help`, 2);
    }
  }
  return values;
}
