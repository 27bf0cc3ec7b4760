import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AtEnd, temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

interface Instruction {
  name: string;
  value: string;
}

/** A folder with an image's file system, as far as its Dockerfile's own steps fill it. */
export interface Image {
  folder: string;
  environment: Record<string, string>;
  /** Its instructions that are no steps, such as USER. The last one of a kind counts. */
  settings: Map<string, string>;
}

/** Joins continued lines and leaves comments out. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  return [...lines.matchAll(/^([A-Z]+)\s+(.+)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value: value.trim(),
  }));
}

/**
 * Runs the steps of the repository's Dockerfile in temporary folders. What base images contain is left
 * out: Node is the one of this process, and npm copies the packages of the lock file from this installation.
 * @param atEnd when the folders are removed
 */
export function buildImage(atEnd: AtEnd): Image {
  const stages = new Map<string, Image>();
  let stage: Image | undefined;
  for (const { name, value } of parseDockerfile(read('Dockerfile'))) {
    if (name === 'FROM') {
      stage = { folder: temporaryDirectory(atEnd), environment: {}, settings: new Map() };
      stages.set(/ AS (\w+)$/.exec(value)?.[1] ?? '', stage);
    }
    if (!stage) throw new Error(`${name} before FROM`);
    if (name === 'RUN') runStep(stage, value);
    else if (name === 'COPY') copyFiles(stage, value, stages);
    else if (name === 'ENV') Object.assign(stage.environment, parsePairs(value));
    else stage.settings.set(name, value);
  }
  if (!stage) throw new Error('The Dockerfile is empty');
  return stage;
}

function copyFiles(stage: Image, value: string, stages: Map<string, Image>): void {
  const words = value.split(/\s+/);
  const flags = parsePairs(words.filter((word) => word.startsWith('--')).join(' '));
  const sources = words.filter((word) => !word.startsWith('--'));
  const target = sources.pop() ?? '';
  const from = flags['--from'] === undefined ? undefined : stages.get(flags['--from']);
  const isIgnored = from ? () => false : readIgnored();
  for (const source of sources) {
    // The only file from a base image.
    if (basename(source) === 'node') continue;
    const path = join(from?.folder ?? repository, source);
    const name = /\/$/.test(target) ? join(target, basename(source)) : target;
    cpSync(path, join(workingDirectory(stage, name), name), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (file) => !isIgnored(relative(repository, file)),
    });
  }
}

/** Runs a step of a Dockerfile, which has to stay below its working directory. */
function runStep(stage: Image, command: string): void {
  if (/(^|\s)\//.test(command)) throw new Error(`Absolute path in RUN ${command}`);
  const folder = workingDirectory(stage);
  const commands = command.split('&&').map((each) => each.trim());
  for (const each of commands) {
    const [program, subcommand] = each.split(/\s+/);
    if (program === 'npm' && subcommand === 'ci') {
      // A build that is current is not repeated.
      symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
      if (existsSync(join(repository, 'dist'))) {
        cpSync(join(repository, 'dist'), join(folder, 'dist'), { recursive: true });
      }
    } else if (program === 'npm' && subcommand === 'prune') {
      rmSync(join(folder, 'node_modules'));
      installProductionPackages(folder);
    } else {
      const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
      execFileSync('sh', ['-c', each], { cwd: folder, env: { ...process.env, PATH } });
    }
  }
}

/** What `npm prune --omit=dev --ignore-scripts` leaves of an installation. */
function installProductionPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  for (const [path, { dev, hasInstallScript }] of Object.entries(packages)) {
    const source = join(repository, path);
    // Packages with a script are incomplete without it; other systems' builds are not installed.
    if (path === '' || dev || hasInstallScript || !existsSync(source)) continue;
    linkFiles(source, join(folder, path));
  }
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{"packages":{}}');
}

/** Copies a package without those inside it, which the lock file has by themselves. */
function linkFiles(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const [from, to] = [join(source, name), join(target, name)];
    if (lstatSync(from).isDirectory()) {
      if (name !== 'node_modules') linkFiles(from, to);
      continue;
    }
    try {
      linkSync(from, to);
    } catch {
      // The temporary folder is on another disk.
      copyFileSync(from, to);
    }
  }
}

/** The stage's folder for absolute paths, otherwise its working directory. */
function workingDirectory({ folder, settings }: Image, path = ''): string {
  const directory = join(folder, path.startsWith('/') ? '' : (settings.get('WORKDIR') ?? ''));
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Whether `.dockerignore` leaves a path out of the build. */
function readIgnored(): (path: string) => boolean {
  const patterns = read('.dockerignore').trim().split('\n');
  return (path) => {
    const matches = patterns.filter((pattern) => matchesGlob(path, pattern.replace(/^!/, '')));
    return matches.length > 0 && !matches.at(-1)?.startsWith('!');
  };
}

function parsePairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s)));
}

function read(name: string): string {
  return readFileSync(join(repository, name), 'utf8');
}
