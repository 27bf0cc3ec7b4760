import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';

// `node release-files.mjs <version> <commit> <folder>` writes what is published of a release: the archive of the
// commit with the built console, the list of its packages, the notices of third parties, and the checksums of all.
const [version, commit, folder] = process.argv.slice(2);
const archive = `patron-${version}.tar.gz`;
mkdirSync(folder, { recursive: true });
writeArchive(join(folder, archive));
writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(describePackages(), null, 2));
copyFileSync(join(root, 'dist/third-party-notices.txt'), join(folder, 'third-party-notices.txt'));
const names = [archive, 'sbom.cdx.json', 'third-party-notices.txt'];
const lines = names.map((name) => `${hashOf(join(folder, name))}  ${name}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Git writes the same bytes for the same commit: it sorts the files and gives them the commit's time. */
function writeArchive(path) {
  const top = `patron-${version}`;
  const built = globSync(['dist/**/*', 'dist/.*', 'dist/.vite/*'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, '/').length))
    .sort();
  const added = [...new Set(built)].flatMap((file) => [
    `--prefix=${top}/${dirname(file)}/`,
    `--add-file=${file}`,
  ]);
  execFileSync(
    'git',
    ['archive', '--format=tar.gz', `--output=${path}`, ...added, `--prefix=${top}/`, commit],
    { cwd: root },
  );
}

/** The packages that run, in CycloneDX: those of the services, and those that the console's build has code of. */
function describePackages() {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const licenses = JSON.parse(readFileSync(join(root, 'dist/.vite/licenses.json'), 'utf8'));
  const bundled = new Set(licenses.map(({ name }) => name));
  const document = JSON.parse(text);
  const components = document.components.filter(
    ({ name, properties = [] }) =>
      bundled.has(name) || !properties.some((each) => each.name === 'cdx:npm:package:development'),
  );
  const kept = new Set(components.map((component) => component['bom-ref']));
  const own = document.metadata.component['bom-ref'];
  const dependencies = document.dependencies
    .filter(({ ref }) => ref === own || kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => kept.has(each)),
    }));
  return { ...document, components, dependencies };
}
