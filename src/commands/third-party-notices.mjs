import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * The names, licenses and license texts of all packages that a deployment contains, or that the built
 * console has code of. Builds for other systems, which are not installed, have the license of their package.
 * @param {string[]} bundled names of the packages that the console's build has code of
 */
export function thirdPartyNotices(root, bundled) {
  const inConsole = new Set(bundled.map((name) => `node_modules/${name}`));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const notices = Object.entries(packages)
    .filter(
      ([path, { dev }]) =>
        path !== '' && (!dev || inConsole.has(path)) && existsSync(join(root, path)),
    )
    .map(([path]) => noticeOf(join(root, path)))
    .sort();
  return [
    `Patron includes third-party software: ${notices.length} packages with their licenses.`,
    ...notices,
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const title = `${name} ${version} (${license?.type ?? license ?? 'see its text'})`;
  return [title, ...texts].join('\n\n');
}
